import { currentTime } from '../../clock.ts'
import { Body, Head } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import { ContentWork } from './content-work.tsx'

export function Component() {
  const { today: texts, formats } = useTexts()
  return (
    <>
      <Head title={texts.title} />
      <Body>
        <p className="muted">{formats.weekday(currentTime())}</p>
        <ContentWork />
      </Body>
    </>
  )
}
