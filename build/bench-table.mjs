/**
 * What a benchmark measured. `floor` is the same work done with bare parts in the same run, `n` the number of runs
 * whose median stands here.
 * @typedef {{what: string, unit: string, ours: number, floor: number, ratio: number, n: number}} Row
 * @typedef {{name: string, rows: Row[]}} Bench
 */

/**
 * A benchmark's rows as a table for a terminal.
 * @param {Bench} bench
 */
export function formatTable({ name, rows }) {
  const cells = [
    [name, 'ours', 'floor', 'unit', 'ratio', 'n'],
    ...rows.map((row) => [
      row.what,
      formatNumber(row.ours),
      formatNumber(row.floor),
      row.unit,
      `${row.ratio.toFixed(2)} ×`,
      String(row.n),
    ]),
  ];
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  // The first column and the unit are words, the others figures.
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === 3 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Three figures that matter; whole numbers from 100 on, with thousands set apart. @param {number} value */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100)
    return Math.round(value)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, ' ');
  return String(Number(value.toPrecision(3)));
}
