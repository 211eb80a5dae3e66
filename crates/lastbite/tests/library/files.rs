//! Files appear whole or not at all, and never replace something that appeared in the meantime.
#![cfg(unix)]

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use lastbite_work::file::{can_write, write_new, write_whole};
use tempfile::TempDir;

fn write(path: &Path, text: &str) -> io::Result<()> {
    write_whole(path, |file| file.write_all(text.as_bytes()))
}

fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_whole_and_keeps_its_mode() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    write(&path, "one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    write(&path, "two").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    let failed = write_whole(&path, |file| {
        file.write_all(b"half")?;
        Err::<(), io::Error>(io::ErrorKind::Other.into())
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn links_are_followed_even_where_they_point_to_nothing_yet() {
    let folder = TempDir::new().unwrap();
    let (link, other, real) =
        (folder.path().join("link"), folder.path().join("other"), folder.path().join("real"));
    symlink("other", &link).unwrap();
    symlink(&real, &other).unwrap();
    write(&link, "one").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::symlink_metadata(&other).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "one");
    write(&link, "two").unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), "two");
    // A circle of links is an error, not a loop.
    let circle = folder.path().join("circle");
    symlink("circle", &circle).unwrap();
    assert!(write(&circle, "three").is_err());
}

#[test]
fn a_new_file_never_replaces_one_that_came_meanwhile() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    let raced = write_new(&path, |file| {
        fs::write(&path, "somebody else's")?;
        file.write_all(b"ours")
    });
    let raced = raced.unwrap_err();
    assert_eq!(raced.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(raced.to_string(), "a file of this name is already there, and it is kept");
    assert_eq!(fs::read_to_string(&path).unwrap(), "somebody else's");
    let there = write_new(&path, |_| -> io::Result<()> { panic!("it is there, so nothing is written") });
    assert_eq!(there.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    fs::remove_file(&path).unwrap();
    write_new(&path, |file| file.write_all(b"ours")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "ours");
    assert_eq!(names(&folder), ["file"]);
}

#[test]
fn what_cannot_be_written_is_known_before() {
    let folder = TempDir::new().unwrap();
    assert!(can_write(folder.path().join("file")).is_ok());
    assert!(can_write(folder.path()).is_err());
    assert!(can_write(folder.path().join("no/such/folder")).is_err());
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(can_write(&pipe).is_err());
    assert_eq!(names(&folder), ["pipe"], "looking leaves nothing behind");
}

/// The name of the first draft that this process makes in a folder.
fn first_draft(folder: &TempDir) -> String {
    let mut seen = Vec::new();
    write_whole(folder.path().join("a-file"), |_| {
        seen = names(folder);
        io::Result::Ok(())
    })
    .unwrap();
    fs::remove_file(folder.path().join("a-file")).unwrap();
    assert!(seen[0].starts_with(".lastbite-") && seen[0].ends_with("-0.part"), "{seen:?}");
    seen.remove(0)
}

#[test]
fn drafts_that_nobody_has_written_to_for_a_day_are_swept_up() {
    let folder = TempDir::new().unwrap();
    let draft = |number: u32| format!(".lastbite-elsewhere-12-{number}.part");
    for (number, hours) in [(7, 23), (8, 25)] {
        let file = fs::File::create(folder.path().join(draft(number))).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(hours * 3600)).unwrap();
    }
    write(&folder.path().join("file"), "whole").unwrap();
    assert_eq!(names(&folder), [&draft(7), "file"]);
}

#[test]
fn drafts_have_names_that_nobody_else_has() {
    let folder = TempDir::new().unwrap();
    let first = first_draft(&folder);
    let draft = |number: u32| folder.path().join(first.replace("-0.part", &format!("-{number}.part")));
    for number in 0..2 {
        fs::write(draft(number), "another's").unwrap();
    }
    write(&folder.path().join("file"), "whole").unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "whole");
    assert!((0..2).all(|number| fs::read_to_string(draft(number)).unwrap() == "another's"));
    // It gives up after a thousand names, and says why.
    for number in 2..=1000 {
        fs::write(draft(number), "another's").unwrap();
    }
    assert_eq!(can_write(folder.path().join("file")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    fs::remove_file(draft(1000)).unwrap();
    assert!(can_write(folder.path().join("file")).is_ok());
}

#[test]
fn what_is_no_name_of_a_file_is_told() {
    let folder = TempDir::new().unwrap();
    let told = |path: &Path| can_write(path).unwrap_err().to_string();
    assert_eq!(told(folder.path()), "it is a folder");
    assert_eq!(told(&folder.path().join("nothing/..")), "it is not the name of a file");
    assert_eq!(told(Path::new("/dev/null")), "it is not an ordinary file");
}
