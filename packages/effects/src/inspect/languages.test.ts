import { afterAll, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { edgesOf, exportsOf, type Files, graphOf } from './scratch-graph.suite.ts';

afterAll(clearScratch);

interface Case {
  readonly files: Files;
  readonly edges: readonly string[];
  readonly exports: Readonly<Record<string, readonly string[]>>;
}

const cases: Readonly<Record<string, Case>> = {
  Python: {
    files: {
      'pyproject.toml': '[project]\nname = "shop"\n',
      'src/shop/__init__.py': 'from .cart import Cart\n',
      'src/shop/cart.py':
        'import os\nfrom typing import TYPE_CHECKING\nfrom . import prices as p\nif TYPE_CHECKING:\n    from .user import User\n\nLIMIT = 3\n_hidden = 1\n\nclass Cart:\n    pass\n',
      'src/shop/prices.py':
        'from shop.tax.rates import rate\n\n@cache\ndef price():\n    import importlib\n    return importlib.import_module("shop.user")\n',
      'src/shop/user.py': 'class User: pass\n',
      'src/shop/tax/__init__.py': '',
      'src/shop/tax/rates.py': 'from ..user import User\ndef rate(): pass\ndef _round(): pass\n',
      'tests/test_cart.py': 'import shop.cart\nimport requests\n',
    },
    edges: [
      'src/shop/__init__.py -> src/shop/cart.py',
      'src/shop/cart.py -> src/shop/__init__.py',
      'src/shop/cart.py -> src/shop/prices.py',
      'src/shop/cart.py -> src/shop/user.py (type-only)',
      'src/shop/prices.py -> src/shop/tax/rates.py',
      'src/shop/prices.py -> src/shop/user.py (dynamic)',
      'src/shop/tax/rates.py -> src/shop/user.py',
      'tests/test_cart.py -> src/shop/cart.py',
    ],
    exports: {
      'src/shop/cart.py': ['Cart', 'LIMIT'],
      'src/shop/prices.py': ['price'],
      'src/shop/user.py': ['User'],
      'src/shop/tax/rates.py': ['rate'],
    },
  },
  Go: {
    files: {
      'go.mod': 'module example.com/shop\n\nreplace example.com/money => ./libs/money\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\tc "example.com/shop/cart"\n\t"example.com/money"\n)\n\nfunc main() { fmt.Println(c.New(), money.One) }\n',
      'cart/cart.go': 'package cart\n\ntype Cart struct{}\n\nfunc New() Cart { return Cart{} }\n\nfunc hidden() {}\n',
      'cart/limits.go': 'package cart\n\nvar (\n\tMost = 3\n\tleast = 1\n)\n\nconst Name = "cart"\n',
      'cart/cart_test.go': 'package cart\n\nimport "testing"\n\nfunc TestNew(t *testing.T) {}\n',
      'libs/money/go.mod': 'module example.com/money\n',
      'libs/money/money.go': 'package money\n\nconst One = 1\n',
    },
    edges: ['main.go -> cart/cart.go', 'main.go -> cart/limits.go', 'main.go -> libs/money/money.go'],
    exports: {
      'cart/cart.go': ['Cart', 'New'],
      'cart/limits.go': ['Most', 'Name'],
      'cart/cart_test.go': ['TestNew'],
      'libs/money/money.go': ['One'],
    },
  },
  Rust: {
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["shop", "money-lib"]\n',
      'shop/Cargo.toml': '[package]\nname = "shop"\n',
      'shop/src/main.rs': 'mod cart;\nmod user;\nuse crate::cart::{item::Item, Cart};\nfn main() {}\n',
      'shop/src/cart/mod.rs':
        'pub mod item;\nuse super::user::User;\nuse money_lib::rates::{self, Rate as R};\npub use self::item::Item;\npub struct Cart;\npub(crate) fn hidden() {}\n',
      'shop/src/cart/item.rs': 'use std::fmt;\npub struct Item;\n',
      'shop/src/user.rs': 'pub struct User;\n',
      'money-lib/Cargo.toml': '[package]\nname = "money-lib"\n[lib]\npath = "src/lib.rs"\n',
      'money-lib/src/lib.rs': 'pub mod rates;\npub const ONE: i32 = 1;\n',
      'money-lib/src/rates.rs': 'pub struct Rate;\n',
      'money-lib/tests/all.rs': 'use money_lib::ONE;\n',
    },
    edges: [
      'money-lib/src/lib.rs -> money-lib/src/rates.rs',
      'money-lib/tests/all.rs -> money-lib/src/lib.rs',
      'shop/src/cart/mod.rs -> money-lib/src/rates.rs',
      'shop/src/cart/mod.rs -> shop/src/cart/item.rs',
      'shop/src/cart/mod.rs -> shop/src/user.rs',
      'shop/src/main.rs -> shop/src/cart/item.rs',
      'shop/src/main.rs -> shop/src/cart/mod.rs',
      'shop/src/main.rs -> shop/src/user.rs',
    ],
    exports: {
      'shop/src/cart/mod.rs': ['Cart', 'item'],
      'shop/src/cart/item.rs': ['Item'],
      'shop/src/user.rs': ['User'],
      'money-lib/src/lib.rs': ['ONE', 'rates'],
      'money-lib/src/rates.rs': ['Rate'],
    },
  },
  Java: {
    files: {
      'src/main/java/shop/Main.java':
        'package shop;\n\nimport java.util.List;\nimport shop.cart.Cart;\nimport shop.cart.Cart.Item;\nimport static shop.money.Rates.ONE;\nimport shop.tax.*;\n\nclass Main { }\n',
      'src/main/java/shop/cart/Cart.java':
        'package shop.cart;\n\npublic final class Cart { public static class Item {} }\n',
      'src/main/java/shop/money/Rates.java': 'package shop.money;\n\npublic interface Rates { int ONE = 1; }\n',
      'src/main/java/shop/tax/A.java': 'package shop.tax;\npublic record A(int n) {}\n',
      'src/main/java/shop/tax/B.java': 'package shop.tax;\npublic enum B { X }\n',
    },
    edges: ['cart/Cart.java', 'money/Rates.java', 'tax/A.java', 'tax/B.java'].map(
      (to) => `src/main/java/shop/Main.java -> src/main/java/shop/${to}`,
    ),
    exports: {
      'src/main/java/shop/cart/Cart.java': ['Cart'],
      'src/main/java/shop/money/Rates.java': ['Rates'],
      'src/main/java/shop/tax/A.java': ['A'],
      'src/main/java/shop/tax/B.java': ['B'],
    },
  },
  Ruby: {
    files: {
      'lib/shop.rb': "require 'json'\nrequire 'shop/cart'\nmodule Shop\n  autoload :User, 'shop/user'\nend\n",
      'lib/shop/cart.rb': "require_relative 'item'\nmodule Shop\n  class Cart; end\nend\n",
      'lib/shop/item.rb': 'class Item; end\nLIMIT = 3\n',
      'lib/shop/user.rb': 'def user; end\n',
      'spec/cart_spec.rb': 'require "shop/cart"\nrequire "x#{1}"\n',
    },
    edges: [
      'lib/shop.rb -> lib/shop/cart.rb',
      'lib/shop.rb -> lib/shop/user.rb (dynamic)',
      'lib/shop/cart.rb -> lib/shop/item.rb',
      'spec/cart_spec.rb -> lib/shop/cart.rb',
    ],
    exports: {
      'lib/shop.rb': ['Shop'],
      'lib/shop/cart.rb': ['Cart', 'Shop'],
      'lib/shop/item.rb': ['Item', 'LIMIT'],
      'lib/shop/user.rb': ['user'],
    },
  },
  PHP: {
    files: {
      'composer.json': '{"autoload":{"psr-4":{"Shop\\\\":"src/"}}}',
      'src/Cart.php':
        '<?php\nnamespace Shop;\nuse Shop\\Money\\{Rate, Tax as T};\nuse function Shop\\Money\\round_up;\nuse Psr\\Log;\nfinal class Cart {}\n',
      'src/Money/Rate.php': '<?php\nnamespace Shop\\Money;\ninterface Rate {}\n',
      'src/Money/Tax.php': '<?php\nnamespace Shop\\Money { enum Tax { case A; } }\n',
      'src/Money/functions.php': '<?php\nnamespace Shop\\Money;\nfunction round_up($n) { return $n; }\n',
      'index.php': "<?php\nrequire_once __DIR__ . '/src/Cart.php';\ninclude('lib.php');\nrequire $name;\n",
      'lib.php': '<?php\nuse \\Shop\\Cart;\nfunction help() {}\n',
    },
    edges: [
      'index.php -> lib.php',
      'index.php -> src/Cart.php',
      'lib.php -> src/Cart.php',
      'src/Cart.php -> src/Money/Rate.php',
      'src/Cart.php -> src/Money/Tax.php',
      'src/Cart.php -> src/Money/functions.php',
    ],
    exports: {
      'src/Cart.php': ['Cart'],
      'src/Money/Rate.php': ['Rate'],
      'src/Money/Tax.php': ['Tax'],
      'src/Money/functions.php': ['round_up'],
      'lib.php': ['help'],
    },
  },
  'C#': {
    files: {
      'Program.cs':
        'using System;\nusing Shop.Carts;\nusing static Shop.Money.Rates;\nusing U = Shop.Users.User;\nConsole.WriteLine(1);\n',
      'Carts/Cart.cs': 'namespace Shop.Carts;\npublic sealed class Cart {}\ninternal class Hidden {}\n',
      'Carts/Item.cs': 'namespace Shop.Carts { public record Item(int N); }\n',
      'Money/Rates.cs': 'namespace Shop.Money;\npublic static class Rates {}\n',
      'Money/Other.cs': 'namespace Shop.Money;\npublic enum Other { A }\n',
      'Users/User.cs': 'namespace Shop.Users;\npublic interface User {}\n',
    },
    edges: ['Carts/Cart.cs', 'Carts/Item.cs', 'Money/Rates.cs', 'Users/User.cs'].map((to) => `Program.cs -> ${to}`),
    exports: {
      'Carts/Cart.cs': ['Cart'],
      'Carts/Item.cs': ['Item'],
      'Money/Rates.cs': ['Rates'],
      'Money/Other.cs': ['Other'],
      'Users/User.cs': ['User'],
    },
  },
  'C++': {
    files: {
      'src/main.cpp': '#include <vector>\n#include "cart.hpp"\n#include <money/rate.h>\nint main() { return 0; }\n',
      'src/cart.hpp':
        '#ifndef CART\n#define CART\n#include "../include/money/rate.h"\nnamespace shop {\nclass Cart { void hidden(); };\nenum class Size { S };\nint total(const Cart &cart);\n}\n#endif\n',
      'src/cart.cpp': '#include "cart.hpp"\nint shop::total(const Cart &cart) { return 1; }\n',
      'include/money/rate.h': 'typedef int rate_t;\nstruct Rate { int n; };\n',
    },
    edges: [
      'src/cart.cpp -> src/cart.hpp',
      'src/cart.hpp -> include/money/rate.h',
      'src/main.cpp -> include/money/rate.h',
      'src/main.cpp -> src/cart.hpp',
    ],
    exports: { 'src/cart.hpp': ['Cart', 'Size', 'total'], 'include/money/rate.h': ['Rate', 'rate_t'] },
  },
};

test.each(Object.entries(cases))('%s: imports lead to files, and public names are exports', async (_, one) => {
  const graph = await graphOf(one.files);
  expect(graph.unread).toEqual([]);
  expect(edgesOf(graph)).toEqual([...one.edges].sort());
  expect(exportsOf(graph)).toEqual(one.exports);
});
