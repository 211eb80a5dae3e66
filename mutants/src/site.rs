//! The places of a file where a mutant can be switched on.

use std::cmp::Reverse;
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, ConstParam, Expr, ExprBinary, ExprConst, ExprRepeat, ExprStruct, ExprUnary,
    ImplItemConst, ImplItemFn, ItemConst, ItemFn, ItemStatic, ReturnType, Signature, TraitItemConst,
    TraitItemFn, Type, TypeArray,
};

/// What kind of choice is written at a site.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A function returns at once.
    Body,
    /// A function that returns an iterator of a type without a name returns another one at once.
    Iterator,
    /// An expression is written with another operator, or without it.
    Operator,
    /// A guard is always or never met.
    Guard,
    /// An arm of a match is never taken.
    Arm {
        /// There is a guard already.
        is_guarded: bool,
    },
    /// A field of a structure is taken from its base.
    Field,
    /// It only makes sense as it is: a condition with `let` cannot be an alternative.
    Fixed,
}

/// A place where one of some mutants can be switched on.
pub struct Site {
    /// How the choice is written.
    pub kind: Kind,
    /// What is rewritten.
    pub whole: Range<usize>,
    /// The part of it that is replaced, or all of an arm.
    pub part: Range<usize>,
    /// The numbers of the mutants, and what they put there.
    pub mutants: Vec<(usize, String)>,
}

impl Site {
    /// Says whether a listed mutant belongs to this place.
    pub fn is_meant(&self, genre: &str, start: usize, end: usize) -> bool {
        match self.kind {
            Kind::Body | Kind::Iterator => {
                genre == "FnValue" && (self.part == (start..end) || self.whole == (start..end))
            }
            // Listed with its comma.
            Kind::Field => genre == "StructField" && self.part.start == start,
            Kind::Operator | Kind::Fixed => {
                ["BinaryOperator", "UnaryOperator"].contains(&genre) && self.part == (start..end)
            }
            Kind::Guard => genre == "MatchArmGuard" && self.part == (start..end),
            Kind::Arm { .. } => genre == "MatchArm" && self.part == (start..end),
        }
    }
}

/// Finds every site of a file, from outer to inner and from left to right.
pub fn sites(text: &str) -> syn::Result<Vec<Site>> {
    let mut finder = Finder { sites: Vec::new() };
    finder.visit_file(&syn::parse_file(text)?);
    let mut sites = finder.sites;
    sites.sort_by_key(|site| {
        (site.whole.start, !matches!(site.kind, Kind::Arm { .. }), Reverse(site.whole.end))
    });
    Ok(sites)
}

struct Finder {
    sites: Vec<Site>,
}

impl Finder {
    fn add(&mut self, kind: Kind, whole: Range<usize>, part: Range<usize>) {
        self.sites.push(Site { kind, whole, part, mutants: Vec::new() });
    }

    fn body(&mut self, signature: &Signature, block: &Block) {
        let whole = block.span().byte_range();
        let part = match (block.stmts.first(), block.stmts.last()) {
            (Some(first), Some(last)) => first.span().byte_range().start..last.span().byte_range().end,
            _ => whole.clone(),
        };
        let kind = match &signature.output {
            ReturnType::Type(_, result) if matches!(**result, Type::ImplTrait(_)) => Kind::Iterator,
            _ => Kind::Body,
        };
        self.add(kind, whole, part);
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.body(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.body(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(block) = &function.default {
            self.body(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        let op: Span = binary.op.span();
        let in_chain =
            matches!(binary.op, BinOp::And(_)) && (has_let(&binary.left) || has_let(&binary.right));
        let kind = if in_chain { Kind::Fixed } else { Kind::Operator };
        self.add(kind, binary.span().byte_range(), op.byte_range());
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        self.add(Kind::Operator, unary.span().byte_range(), unary.op.span().byte_range());
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_struct(&mut self, value: &'ast ExprStruct) {
        if value.rest.is_some() {
            for field in &value.fields {
                self.add(Kind::Field, value.span().byte_range(), field.span().byte_range());
            }
        }
        visit::visit_expr_struct(self, value);
    }

    // Values computed at compile time cannot be switched at run time.

    fn visit_item_const(&mut self, _: &'ast ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}

    fn visit_impl_item_const(&mut self, _: &'ast ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'ast TraitItemConst) {}

    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}

    fn visit_const_param(&mut self, _: &'ast ConstParam) {}

    fn visit_type_array(&mut self, _: &'ast TypeArray) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let whole = arm.span().byte_range();
        match &arm.guard {
            Some((_, guard)) => {
                let guard = guard.span().byte_range();
                self.add(Kind::Arm { is_guarded: true }, guard.start..guard.start, whole);
                self.add(Kind::Guard, guard.clone(), guard);
            }
            None => {
                let behind = arm.pat.span().byte_range().end;
                self.add(Kind::Arm { is_guarded: false }, behind..behind, whole);
            }
        }
        visit::visit_arm(self, arm);
    }
}

/// Says whether there is a `let` among what `&&` joins.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}
