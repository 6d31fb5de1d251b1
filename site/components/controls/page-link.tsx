import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { mustSaveData } from '../../boot/must-save-data.ts'
import { useAddress } from '../../use-address.ts'

/** Keeps the Arabic prefix. Prefetches the page's code unless the visitor saves data. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = useAddress()
  return (
    <Link prefetch={mustSaveData() ? 'none' : 'intent'} viewTransition={isMotionWelcome()} {...rest} to={address(to)} />
  )
}

const isMotionWelcome = () =>
  typeof matchMedia !== 'undefined' && !matchMedia('(prefers-reduced-motion: reduce)').matches
