/** Formats rows as aligned text, with numbers aligned to the right. */
export function formatTable(rows) {
  const texts = rows.map((row) => row.map((cell) => formatCell(cell)))
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => row[column].length)))
  return texts
    .map((row, index) =>
      row
        .map((text, column) =>
          typeof rows[Math.max(index, 1)]?.[column] === 'number'
            ? text.padStart(widths[column])
            : text.padEnd(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function formatCell(cell) {
  if (typeof cell !== 'number') return String(cell)
  return Number.isInteger(cell) ? cell.toLocaleString('en') : cell.toFixed(1)
}
