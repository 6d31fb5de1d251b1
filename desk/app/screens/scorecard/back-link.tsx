import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../../parts/elements.tsx'
import type { Cards } from './card.ts'

export function BackLink({ about }: { about: Cards['about'] }) {
  return (
    <Link className="link" to={`/inbox/${about.reference}`}>
      <Icon of={ArrowLeft} isDirection small /> <bdi lang={about.language}>{about.name}</bdi>
    </Link>
  )
}
