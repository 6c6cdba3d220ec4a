/** Counts the pages of a run for its summary. */
export class PageTotals {
  pages = 0;
  ok = 0;
  unreadable = 0;
  private bytes = 0;
  private readonly began = performance.now();
  private readonly reasons = new Map<string, number>();

  /** @param page `pageBytes`: size of the page as it was read */
  add(page: { readonly ok: boolean; readonly reason: string | null; readonly pageBytes: number }): void {
    this.pages++;
    this.bytes += page.pageBytes;
    if (page.ok) this.ok++;
    else {
      const reason = page.reason ?? 'internal-error';
      this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
      if (reason === 'bad-input' || reason === 'unreadable') this.unreadable++;
    }
  }

  /** Pages per second so far. */
  get rate(): number {
    return this.pages / this.seconds();
  }

  private seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  /** @param before rows that earlier runs wrote */
  summary(before = 0): string {
    const seconds = this.seconds();
    const megabytes = this.bytes / 1e6;
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const peak = maxRSS / 1024;
    // Of all threads; on a machine that does much else it says more than the clock.
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    const reasons = [...this.reasons].sort((a, b) => b[1] - a[1]).map(([reason, number]) => `${number} ${reason}`);
    return [
      before > 0 ? `${before} rows were written by earlier runs\n` : '',
      `${this.pages} pages, ${this.ok} with text${reasons.length > 0 ? `, ${reasons.join(', ')}` : ''}\n`,
      `${seconds.toFixed(1)} s, ${this.rate.toFixed(0)} pages/s, `,
      `${(megabytes / seconds).toFixed(1)} MB/s of HTML, peak memory ${peak.toFixed(0)} MiB, ${cpuSeconds.toFixed(1)} s of CPU time\n`,
    ].join('');
  }
}
