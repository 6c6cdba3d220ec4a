// A worker that does to the pool what a hostile page could do to ours.
export default function misbehave(task: { readonly does: string }): string {
  switch (task.does) {
    case 'hang':
      for (;;);
    case 'throw':
      throw new Error('thrown on purpose');
    case 'hoard': {
      const heap: number[][] = [];
      for (;;) heap.push(new Array<number>(100_000).fill(1.5));
    }
    default:
      return `${task.does} done`;
  }
}
