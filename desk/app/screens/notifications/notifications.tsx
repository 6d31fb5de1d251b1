import { NotificationList } from '../../notifications/notifications.tsx'
import { Head } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'

/** On a phone; a wider window has them in the panel of the bell. */
export function Component() {
  const { notifications: texts } = useTexts()
  return (
    <>
      <Head title={texts.title} />
      <NotificationList />
    </>
  )
}
