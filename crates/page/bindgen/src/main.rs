//! Makes the JavaScript side of the page's module, as `wasm-bindgen --target no-modules` does.
//!
//! ```text
//! lastbite-page-bindgen MODULE.wasm FOLDER      writes FOLDER/lastbite.js and FOLDER/lastbite_bg.wasm
//! ```

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("lastbite-page-bindgen needs the module and the folder to write into");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.no_modules(true).and_then(|bindgen| {
        bindgen
            .input_path(module)
            .out_name("lastbite")
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .omit_default_module_path(false)
            .generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{} could not be read or its JavaScript not be written: {why:?}", module.display());
            ExitCode::FAILURE
        }
    }
}
