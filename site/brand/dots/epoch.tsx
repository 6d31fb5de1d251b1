import { Drawing, randomFrom, rhombus } from '../drawing.tsx'

export function Epoch({ epoch, className }: { epoch: 1 | 10 | 50 | 100; className?: string }) {
  const { dots, theDot } = drawAfter(disorderAfter[epoch])
  return (
    <Drawing className={className} viewBox="0 0 264 264" overflow="visible">
      <path d={dots} fill="var(--a-ink)" />
      <path d={theDot} fill="var(--dot)" />
    </Drawing>
  )
}

const disorderAfter = { 1: 1, 10: 0.45, 50: 0.1, 100: 0 }

function drawAfter(disorder: number) {
  const random = randomFrom(8)
  let dots = ''
  let theDot = ''
  for (let row = 0; row < 12; row++)
    for (let column = 0; column < 12; column++) {
      const lostX = 12 + random() * 240
      const lostY = 12 + random() * 240
      const size = 9.2 - random() * 5.5 * disorder
      const homeX = 132 + (column - row) * 10.5
      const homeY = 16 + (column + row) * 10.5
      const x = homeX + (lostX - homeX) * disorder
      const y = homeY + (lostY - homeY) * disorder
      if (column === 7 && row === 4) theDot = rhombus(x, y, 14)
      else dots += rhombus(x, y, size)
    }
  return { dots, theDot }
}
