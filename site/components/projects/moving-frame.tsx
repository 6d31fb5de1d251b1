import type { ComponentProps } from 'react'
import { useViewTransitionState } from 'react-router'
import { useAddress } from '../controls.tsx'

interface MovingFrameProps extends ComponentProps<'div'> {
  projectId: number
  /** The project's page, which has the same picture. */
  address: string
  /** Another picture of the same project: only one can move. */
  isStill?: boolean
}

/** Names a project's picture while its page opens or closes, so that the browser moves it from one page to the other. */
export function MovingFrame({ projectId, address, isStill = false, ...frame }: MovingFrameProps) {
  const isMoving = useViewTransitionState(useAddress()(address))
  // Set by script alone: the server writes no style attribute, which the content security policy would refuse.
  return <div {...frame} style={isMoving && !isStill ? { viewTransitionName: `project-${projectId}` } : undefined} />
}
