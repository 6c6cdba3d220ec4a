// Types of a package that ships none, as far as the lab uses it.
declare module 'libsvm-js/asm.js' {
  export default class SVM {
    static readonly KERNEL_TYPES: { readonly LINEAR: number };
    constructor(options: { kernel: number; cost: number; quiet: boolean });
    train(samples: readonly number[][], labels: readonly number[]): void;
    predictOne(sample: readonly number[]): number;
    free(): void;
  }
}
