import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { mustSaveData } from '../../boot/must-save-data.ts'
import { useAddress } from '../../use-address.ts'

/**
 * A link to a page of the route table; it keeps the Arabic prefix. It fetches the page's code when the visitor is about to follow it,
 * unless the visitor has to count bytes.
 */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress()
  return (
    <Link prefetch={mustSaveData() ? 'none' : 'intent'} viewTransition={isMotionWelcome()} {...rest} to={address(to)} />
  )
}

const isMotionWelcome = () =>
  typeof matchMedia !== 'undefined' && !matchMedia('(prefers-reduced-motion: reduce)').matches
