//! The description of all questions and answers for programs, made from the table of routes and from the
//! types.

use lastbite::AnyGame;
use lastbite::description::Described;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::problem::Sent;
use crate::question::Question;
use crate::routes::{Method, Parameter, ROUTES, Route};

/// Who wins, from the view of the player to move: takes the place of the library's own type in the
/// description.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its schema is used")]
pub(crate) enum Outcome {
    /// The player to move can force a win.
    Win,
    /// The player to move loses against perfect play.
    Loss,
}

/// Describes all questions as OpenAPI 3.1.
pub fn openapi() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let problem = serde_json::to_value(generator.subschema_for::<Sent<'_>>()).unwrap_or_default();
    let mut paths = Map::new();
    for route in ROUTES {
        let schema = serde_json::to_value((route.schema)(&mut generator)).unwrap_or_default();
        let method = if route.method == Method::Get { "get" } else { "post" };
        paths.insert(format!("/api/{}", route.name), json!({ method: operation(route, &schema, &problem) }));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "lastbite",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Who wins a take-away game, and why.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

/// Returns an example of a parameter; the games themselves know their names.
fn example(parameter: &Parameter) -> &'static str {
    let usual = AnyGame::kinds()[0];
    match parameter.name {
        "game" => usual.examples[0],
        "kind" => usual.name,
        _ => parameter.example,
    }
}

fn operation(route: &Route, schema: &Value, problem: &Value) -> Value {
    let parameters: Vec<Value> = route
        .parameters
        .iter()
        .map(|parameter| {
            json!({
                "name": parameter.name,
                "in": "query",
                "required": parameter.required,
                "description": parameter.about,
                "schema": { "type": "string", "maxLength": Question::LONGEST },
                "example": example(parameter),
            })
        })
        .collect();
    let refused = |about: &str| json!({ "description": about, "content": { "application/json": { "schema": problem } } });
    let mut operation = json!({
        "summary": route.about,
        "operationId": route.name.replace('.', "_"),
        "parameters": parameters,
        "responses": {
            "200": { "description": "The answer.", "content": { (route.kind): { "schema": schema } } },
            "400": refused("The question cannot be read."),
            "414": refused("The question is too long."),
            "422": refused("The answer is out of reach; the sentence says the limit."),
            "429": refused("Too many of your questions are waiting; try again after the seconds in Retry-After."),
            "503": refused("The server is busy; try again after the seconds in Retry-After."),
        },
    });
    if route.method == Method::Post {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": { "type": "object" } } } });
        operation["responses"]["413"] = refused("The body of the request is too long.");
    }
    operation
}
