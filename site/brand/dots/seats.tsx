import { Drawing, isOdd, randomFrom, rhombus } from '../drawing.tsx'

interface SeatsProps {
  /** How many people work here. */
  taken: number
  jobIds?: number[]
  lost?: boolean
}

export function Seats({ taken: people, jobIds = [], lost = false }: SeatsProps) {
  const count = people + jobIds.length
  const rows = Math.ceil(count / columns)
  const open = new Set(seatsOf(people, jobIds).values())
  const random = randomFrom(5)
  let taken = ''
  let hollow = ''
  for (let seat = 0; seat < count; seat++) {
    const column = seat % columns
    const row = Math.floor(seat / columns)
    let x = 22 + column * 52 + (isOdd(row) ? 26 : 0)
    let y = 22 + row * 26
    let size = 21
    if (lost) {
      const late = Math.max(0, column - 4)
      const disorder = late / columns
      x += (random() - 0.5) * 120 * disorder
      y += (random() - 0.5) * 190 * disorder
      size -= late * 1.1
      if (random() < disorder * 0.6) continue
    }
    if (open.has(seat)) hollow += rhombus(x, y, 19)
    else taken += rhombus(x, y, size)
  }
  return (
    <Drawing isMirrored viewBox={`0 0 ${columns * 52 + 18} ${(rows - 1) * 26 + 44}`} overflow="visible">
      <path d={taken} fill="var(--a-ink)" />
      {hollow && <path d={hollow} fill="var(--seat, transparent)" stroke="var(--dot)" strokeWidth="5" />}
    </Drawing>
  )
}

const columns = 15
// Coprime with the usual counts, so neighbouring ids sit far apart.
const stride = 23

export function seatsOf(people: number, jobIds: number[]): Map<number, number> {
  const count = people + jobIds.length
  const seats = new Map<number, number>()
  const isTaken = (seat: number) => [...seats.values()].includes(seat)
  for (const id of jobIds) {
    let seat = (id * stride + 3) % count
    while (isTaken(seat)) seat = (seat + 1) % count
    seats.set(id, seat)
  }
  return seats
}
