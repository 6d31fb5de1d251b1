/** Latin letters only: every viewer has its font. */
export function makeSampleCv(title: string, lines: string[]): Buffer {
  const drawn = [
    'BT /F1 22 Tf 72 760 Td',
    `(${escaped(title)}) Tj`,
    '/F1 11 Tf 0 -34 Td',
    ...lines.flatMap((line) => [`(${escaped(line)}) Tj`, '0 -18 Td']),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1')
}

const escaped = (line: string) => line.replace(/[^\x20-\x7e]/g, '').replace(/[\\()]/g, '\\$&')
