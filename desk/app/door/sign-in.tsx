import { useTexts } from '../texts.tsx'
import { Door, Seats } from './door.tsx'
import { ProofForm } from './proof-form.tsx'

export default function SignIn({ onEnter }: { onEnter(): Promise<void> }) {
  const { door } = useTexts()
  return (
    <Door title={door.signIn.title} note={door.signIn.noAccount} art={<Seats text={door.signIn.art} />}>
      <ProofForm purpose="sign-in" onProved={onEnter} />
    </Door>
  )
}
