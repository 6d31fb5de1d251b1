import { useTexts } from '../../texts.tsx'
import { Seats } from './art.tsx'
import { Door } from './door.tsx'
import { ProofForm } from './proof-form.tsx'

export default function SignIn({ onEnter }: { onEnter(): Promise<void> }) {
  const { signIn } = useTexts('door')
  return (
    <Door title={signIn.title} note={signIn.noAccount} art={<Seats text={signIn.art} />}>
      <ProofForm purpose="sign-in" onProved={onEnter} />
    </Door>
  )
}
