/** Tables of characters, commands and environments of TeX. */

/** Pairs of a character and its command. */
export const COMMAND_PAIRS =
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

/** Commands by the names of `mathvariant`; empty for the style letters have anyway. */
export const VARIANTS: Readonly<Record<string, string>> = {
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

/** Where the letters of each style begin: mathematical alphanumeric symbols. */
export const STYLE_STARTS: readonly (readonly [from: number, style: string])[] = [
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
];

export const UNDER: Readonly<Record<string, string>> = {
  '⏟': 'underbrace',
  _: 'underline',
  '̲': 'underline',
  '¯': 'underline',
  '‾': 'underline',
  '―': 'underline',
};

export const OVER: Readonly<Record<string, readonly [narrow: string, wide: string]>> = {
  '¯': ['bar', 'overline'],
  '‾': ['bar', 'overline'],
  '―': ['overline', 'overline'],
  _: ['overline', 'overline'],
  '^': ['hat', 'widehat'],
  ˆ: ['hat', 'widehat'],
  '~': ['tilde', 'widetilde'],
  '˜': ['tilde', 'widetilde'],
  '→': ['vec', 'overrightarrow'],
  '⃗': ['vec', 'overrightarrow'],
  '←': ['overleftarrow', 'overleftarrow'],
  '↔': ['overleftrightarrow', 'overleftrightarrow'],
  '.': ['dot', 'dot'],
  '˙': ['dot', 'dot'],
  '¨': ['ddot', 'ddot'],
  ˇ: ['check', 'check'],
  '˘': ['breve', 'breve'],
  '´': ['acute', 'acute'],
  '`': ['grave', 'grave'],
  '˚': ['mathring', 'mathring'],
  '⏞': ['overbrace', 'overbrace'],
};

export const ARROWS: Readonly<Record<string, string>> = {
  '→': 'xrightarrow',
  '⟶': 'xrightarrow',
  '←': 'xleftarrow',
  '⟵': 'xleftarrow',
  '⇒': 'xRightarrow',
  '⇌': 'xrightleftharpoons',
};

/** Environments of matrices by the fences around them. */
export const MATRICES: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
  '{': 'cases',
};

/** Pieces that tall and wide operators are put together from. */
export const PIECES: Readonly<Record<string, string>> = {
  ...{
    '⎛': '(',
    '⎜': '(',
    '⎝': '(',
    '⎞': ')',
    '⎟': ')',
    '⎠': ')',
    '⎡': '[',
    '⎢': '[',
    '⎣': '[',
    '⎤': ']',
    '⎥': ']',
    '⎦': ']',
  },
  ...{ '⎧': '{', '⎨': '{', '⎩': '{', '⎫': '}', '⎬': '}', '⎭': '}', '\ue150': '⏞', '\ue152': '⏟', '–': '¯', '―': '¯' },
};
