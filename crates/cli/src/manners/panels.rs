//! Pictures in characters, as many side by side as fit.

use unicode_width::UnicodeWidthStr;

/// Writes pictures side by side, each below its title, in as many rows as the width needs.
pub fn side_by_side(pictures: &[(String, String)], width: usize) -> String {
    const BETWEEN: usize = 3;
    let wide = |(title, picture): &(String, String)| {
        picture.lines().map(seen).chain([title.width()]).max().unwrap_or(0)
    };
    let mut rows: Vec<Vec<&(String, String)>> = Vec::new();
    let mut used = 0;
    for picture in pictures {
        let needs = wide(picture) + BETWEEN;
        match rows.last_mut() {
            Some(row) if used + needs <= width + BETWEEN => row.push(picture),
            _ => {
                rows.push(vec![picture]);
                used = 0;
            }
        }
        used += needs;
    }
    let written = |row: &Vec<&(String, String)>| {
        let columns: Vec<(usize, Vec<&str>)> = row
            .iter()
            .map(|picture| {
                let title = [picture.0.as_str()].into_iter().filter(|title| !title.is_empty());
                (wide(picture) + BETWEEN, title.chain(picture.1.lines()).collect())
            })
            .collect();
        let height = columns.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        let line = |number: usize| {
            let mut line = String::new();
            for (wide, lines) in &columns {
                let text = lines.get(number).copied().unwrap_or("");
                line += text;
                line += &" ".repeat(wide - seen(text));
            }
            line.trim_end().to_string() + "\n"
        };
        (0..height).map(line).collect::<String>()
    };
    rows.iter().map(written).collect::<Vec<String>>().join("\n")
}

/// Counts the columns of a text, ignoring its colour codes.
fn seen(text: &str) -> usize {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or("").width();
    first + pieces.map(|piece| piece.split_once('m').map_or(0, |(_, behind)| behind.width())).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_side_by_side_until_the_width_is_used_up() {
        let picture = |title: &str, text: &str| (title.to_string(), text.to_string());
        let three = [picture("one", "\x1b[33m##\x1b[0m\n#\n"), picture("two", "ab\n"), picture("", "x\n")];
        assert_eq!(side_by_side(&three, 80), "one   two   x\n\x1b[33m##\x1b[0m    ab\n#\n");
        assert_eq!(side_by_side(&three, 9), "one   two\n\x1b[33m##\x1b[0m    ab\n#\n\nx\n");
        assert_eq!(side_by_side(&[], 9), "");
    }
}
