/** LaTeX commands for the characters of formulas. */

/** Pairs of a character and its command. */
const PAIRS =
  'α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi ' +
  'π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta ∆ Delta Θ Theta ' +
  'Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ℵ aleph ℏ hbar ℓ ell ℜ Re ℑ Im ℘ wp ∂ partial ∇ nabla ∞ infty ∅ emptyset ' +
  '∀ forall ∃ exists ∄ nexists ¬ neg ⊤ top ⊥ bot ∠ angle △ triangle ∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ' +
  '⋂ bigcap ⨁ bigoplus ⨂ bigotimes ⋁ bigvee ⋀ bigwedge ⨆ bigsqcup ± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ' +
  '∙ bullet • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot ∪ cup ∩ cap ⊔ sqcup ∧ wedge ∨ vee ∖ setminus ≤ leq ≥ geq ⩽ leqslant ⩾ geqslant ' +
  '≪ ll ≫ gg ≠ neq ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≜ triangleq ≔ coloneqq ∈ in ' +
  '∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊢ vdash ⊨ models ∣ mid ∥ parallel ⟂ perp ← leftarrow → to ' +
  '↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ⟵ longleftarrow ⟶ longrightarrow ⟹ implies ⟺ iff ↦ mapsto ' +
  '⟼ longmapsto ↑ uparrow ↓ downarrow ↗ nearrow ↘ searrow ↪ hookrightarrow ⇌ rightleftharpoons … ldots ⋯ cdots ⋮ vdots ⋱ ddots ' +
  '⟨ langle 〈 langle ⟩ rangle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ | √ surd ′ prime † dagger ‡ ddagger ⊳ triangleright ' +
  '⊲ triangleleft □ square ∎ blacksquare ∴ therefore ∵ because';

export const COMMANDS: ReadonlyMap<string, string> = new Map(
  (() => {
    const words = PAIRS.split(' ');
    return Array.from({ length: words.length / 2 }, (_, at): [string, string] => [
      words[2 * at],
      `\\${words[2 * at + 1]}`,
    ]);
  })(),
);

/** Names of functions that LaTeX has as commands. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh ' +
    'sup tan tanh'
  ).split(' '),
);

/** Commands by the names of `mathvariant`; empty for the style letters have anyway. */
const VARIANTS: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  italic: '',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  'bold-script': 'mathcal',
  fraktur: 'mathfrak',
  'bold-fraktur': 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

/** The command of a `mathvariant`, empty for none; null for one that is not known. */
export function styleOfVariant(variant: string | null): string | null {
  return variant === null ? null : (VARIANTS[variant.trim().toLowerCase()] ?? null);
}

/** Ranges of letters in a style (mathematical alphanumeric symbols, and the letters Unicode had before them). */
export const LETTER_STYLES: readonly { readonly from: number; readonly to: number; readonly style: string }[] = [
  [0x1d400, 'mathbf'],
  [0x1d434, ''],
  [0x1d468, 'boldsymbol'],
  [0x1d49c, 'mathcal'],
  [0x1d504, 'mathfrak'],
  [0x1d538, 'mathbb'],
  [0x1d56c, 'mathfrak'],
  [0x1d5a0, 'mathsf'],
  [0x1d670, 'mathtt'],
  [0x1d6a4, 'mathbf'],
  [0x1d6e2, ''],
  [0x1d71c, 'boldsymbol'],
  [0x1d7ce, 'mathbf'],
  [0x1d7d8, 'mathbb'],
  [0x1d7e2, 'mathsf'],
  [0x1d800, ''],
]
  .flatMap(([from, style], at, all) =>
    at + 1 < all.length ? [{ from: from as number, to: (all[at + 1][0] as number) - 1, style: style as string }] : [],
  )
  .concat(
    ...[...'ℂℍℕℙℚℝℤ'].map((letter) => one(letter, 'mathbb')),
    ...[...'ℬℰℱℋℐℒℳℛ'].map((letter) => one(letter, 'mathcal')),
    ...[...'ℭℌℨ'].map((letter) => one(letter, 'mathfrak')),
  );

function one(letter: string, style: string): { from: number; to: number; style: string } {
  const code = letter.codePointAt(0) as number;
  return { from: code, to: code, style };
}
