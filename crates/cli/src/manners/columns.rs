//! Short texts side by side, in as many columns as fit.

use unicode_width::UnicodeWidthStr;

/// Lays texts out in columns, read downwards, each as wide as the widest.
pub fn columns(cells: &[String], width: usize) -> String {
    const GAP: usize = 3;
    let widest = cells.iter().map(|cell| cell.width()).max().unwrap_or(0);
    let side_by_side = ((width + GAP) / (widest + GAP)).max(1);
    let tall = cells.len().div_ceil(side_by_side);
    let line = |row: usize| {
        let mut line = String::new();
        for cell in cells.iter().skip(row).step_by(tall) {
            let missing = (widest + GAP).saturating_sub(cell.width());
            line += &format!("{cell}{}", " ".repeat(missing));
        }
        line.trim_end().to_string() + "\n"
    };
    (0..tall).map(line).collect()
}

/// Lays out a table: the first column to the left, the others to the right; columns that do not fit are left
/// out, the last ones first.
pub fn table(rows: &[Vec<String>], width: usize) -> String {
    const GAP: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let mut fitting = columns;
    while fitting > 1 && widths[..fitting].iter().map(|width| width + GAP).sum::<usize>() - GAP > width {
        fitting -= 1;
    }
    let line = |row: &Vec<String>| {
        let mut line = String::new();
        for (column, cell) in row.iter().take(fitting).enumerate() {
            let missing = " ".repeat(widths[column].saturating_sub(cell.width()));
            line += &if column == 0 { format!("{cell}{missing}") } else { format!("  {missing}{cell}") };
        }
        line.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_string).to_vec()
    }

    #[test]
    fn columns_are_read_downwards() {
        let cells = texts(["1", "2", "3", "4", "55"]);
        assert_eq!(columns(&cells, 12), "1    3    55\n2    4\n");
        assert_eq!(columns(&cells, 1).lines().count(), 5);
    }

    #[test]
    fn a_table_that_is_too_wide_loses_its_last_columns() {
        let rows = [texts(["name", "nodes", "time"]), texts(["memo", "5", "1 s"])];
        assert_eq!(table(&rows, 80), "name  nodes  time\nmemo      5   1 s\n");
        assert_eq!(table(&rows, 12), "name  nodes\nmemo      5\n");
    }
}
