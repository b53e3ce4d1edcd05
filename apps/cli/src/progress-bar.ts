const WIDTH = 30;

/** `[██████░░░░]  60 %  3000 of 5000` */
export function progressBar(done: number, total: number): string {
  const share = total > 0 ? Math.min(done / total, 1) : 1;
  const filled = Math.floor(share * WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${percent} %  ${done} of ${total}`;
}
