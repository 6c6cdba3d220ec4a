/** Names of programming languages, as highlighters and authors write them. */

/** Names that need no prefix in a class, and that a label beside code may have. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'abap actionscript ada apache applescript apl arduino arm asciidoc asm assembly astro autohotkey awk bash basic bat batch ' +
    'bibtex c c# c++ cfg clojure cmake cobol coffee coffeescript common-lisp conf console cpp crystal cs csharp css csv cuda ' +
    'cython d dart delphi diff django docker dockerfile dot elixir elm emacs-lisp erb erlang excel f# fish forth fortran fsharp ' +
    'gdscript glsl go golang gradle graphql groovy haml handlebars haskell hcl hlsl html http ini ipython ipython3 java ' +
    'javascript jinja js json json5 jsonc jsx julia kotlin kql latex less liquid lisp llvm lua make makefile markdown markup ' +
    'mathematica matlab mdx mermaid mysql nasm nginx nim nix node nodejs objc objective-c objectivec ocaml octave pascal ' +
    'perl php plantuml plsql postgres postgresql powershell prisma processing prolog properties proto protobuf pug puppet pycon ' +
    'python python3 qml r racket reason rest rst ruby rust sas sass scala scheme scss sed sh shell shell-session sml solidity ' +
    'sparql spl sql stata stylus svelte svg swift systemverilog tcl terraform tex text-mode toml ts tsql tsx twig typescript vb ' +
    'vba vbnet vbscript verilog vhdl vim vue wasm wolfram x86asm xml xquery xsl yaml yml zig zsh'
  ).split(' '),
);
/** Values that highlighters and authors write for code without a language. */
export const NO_LANGUAGE: ReadonlySet<string> = new Set(
  'none plain plaintext plain-text text txt nohighlight no-highlight undefined null auto default ignore unknown raw'.split(
    ' ',
  ),
);
