import { Link } from 'react-router'
import type { Cards } from './card.ts'

export function BackLink({ about }: { about: Cards['about'] }) {
  return (
    <Link className="link" to={`/inbox/${about.reference}`}>
      <bdi lang={about.language}>{about.name}</bdi>
    </Link>
  )
}
