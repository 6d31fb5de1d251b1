import {
  Bell,
  Contrast,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  Search,
  WifiOff,
  X,
} from 'lucide-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { NavLink, Outlet, useLocation, useMatches, useNavigate, useRevalidator } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { Wordmark } from '#site/brand/words/wordmark.tsx'
import { type Language, otherLanguage } from '#texts/languages.ts'
import { allowBackgroundCalls, api, type GateReason, setGate } from '../api.ts'
import { ProofForm } from '../door/proof-form.tsx'
import { NotificationList, useUnreadNotifications } from '../notifications/notifications.tsx'
import { useActions } from '../parts/actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Button, Dot, Icon, IconButton, Initial } from '../parts/elements.tsx'
import { useAnnouncements, useLoaded } from '../parts/work.tsx'
import { screens } from '../screens.ts'
import { cleanUpAtSignOut, useSession } from '../session.tsx'
import { useInboxVersion, useRightsVersion } from '../submissions/inbox-version.ts'
import { useTexts } from '../texts.tsx'
import { useTheme } from '../theme.ts'
import { useFocusKeeper } from './focus-keeper.ts'
import { useKeys } from './keys.ts'
import { areShortcutsOn, Palette, Shortcuts } from './palette.tsx'
import styles from './shell.module.css'

export function Shell({ onSessionChange }: { onSessionChange(): Promise<void> }) {
  return (
    <>
      <Frame onSignedOut={onSessionChange} />
      <RightsWatch onChange={onSessionChange} />
      <Gate onSignedIn={onSessionChange} />
    </>
  )
}

/** Somebody gave or took a role or a team: the desk is drawn anew with what is left. */
function RightsWatch({ onChange }: { onChange(): Promise<void> }) {
  const version = useRightsVersion()
  const known = useRef(version)
  useEffect(() => {
    if (version !== undefined && known.current !== undefined && version !== known.current) onChange()
    if (version !== undefined) known.current = version
  }, [version, onChange])
  return null
}

type Overlay = 'palette' | 'shortcuts' | 'more' | undefined

function Frame({ onSignedOut }: { onSignedOut(): Promise<void> }) {
  const { shell: texts, language, changeLanguage } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const { undoLast, attempt } = useAnnouncements()
  const { theme, toggle } = useTheme()
  const [overlay, setOverlay] = useState<Overlay>()
  const visible = screens.filter(({ right }) => !right || can(right))
  const isFolded = useFoldedRail()
  const { key: visit } = useLocation()
  const unread = useUnreadNotifications(visit)
  const [isBellOpen, setBellOpen] = useState(false)
  const ringBell = () => (hasRoomForPanel.matches ? setBellOpen(!isBellOpen) : navigate('/notifications'))

  const signOut = () =>
    attempt(async () => {
      allowBackgroundCalls(false)
      try {
        await api('POST /sign-out')
      } catch (error) {
        allowBackgroundCalls(true)
        throw error
      }
      cleanUpAtSignOut()
      await onSignedOut()
    })
  const switchLanguage = () => {
    const wanted = otherLanguage(language)
    return attempt(async () => {
      // The account comes first: if the texts do not arrive, the next visit is in this language.
      await api('PATCH /account', { body: { language: wanted } })
      await changeLanguage(wanted)
    })
  }
  const { names } = texts.shortcuts
  useActions(
    [
      { id: 'palette', label: names.palette, keys: 'Mod+K', keysOnly: true, run: () => setOverlay('palette') },
      { id: 'help', label: names.help, keys: '?', icon: Keyboard, run: () => setOverlay('shortcuts') },
      ...visible.map(({ name, path, key, icon }) => ({
        id: `go-${name}`,
        label: names[name as keyof typeof names],
        ...(key && { keys: `G ${key}` }),
        icon,
        run: name === 'notifications' ? ringBell : () => navigate(path),
      })),
      { id: 'undo', label: names.undo, keys: 'Z', keysOnly: true, run: undoLast },
      { id: 'language', label: texts.language.label, icon: Languages, run: switchLanguage },
      { id: 'theme', label: theme === 'dark' ? texts.theme.toLight : texts.theme.toDark, icon: Contrast, run: toggle },
      { id: 'sign-out', label: texts.signOut, icon: LogOut, run: signOut },
    ],
    'everywhere',
  )
  useKeys(areShortcutsOn())
  const main = useFocusAfterNavigation()
  useFocusKeeper(main)

  return (
    <div className={classNames(styles.desk, isFolded && styles.folded, isBellOpen && styles.withPanel)}>
      <a className={styles.skip} href="#main">
        {texts.skip}
      </a>
      <Rail
        screens={visible}
        unread={unread}
        isBellOpen={isBellOpen}
        onBell={ringBell}
        onFind={() => setOverlay('palette')}
        onLanguage={switchLanguage}
        onTheme={toggle}
        themeLabel={theme === 'dark' ? texts.theme.toLight : texts.theme.toDark}
      />
      {isBellOpen && <BellPanel onClose={() => setBellOpen(false)} />}
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        <OfflineBar />
        <Outlet />
      </main>
      <TabBar screens={visible} unread={unread} onMore={() => setOverlay('more')} />
      {overlay === 'more' && (
        <MoreMenu
          screens={visible}
          unread={unread}
          actions={[
            { label: texts.find, icon: Search, run: () => setOverlay('palette') },
            { label: texts.language.other, lang: otherLanguage(language), icon: Languages, run: switchLanguage },
            { label: theme === 'dark' ? texts.theme.toLight : texts.theme.toDark, icon: Contrast, run: toggle },
            { label: texts.signOut, icon: LogOut, run: signOut },
          ]}
          onClose={() => setOverlay(undefined)}
        />
      )}
      {overlay === 'palette' && <Palette onClose={() => setOverlay(undefined)} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={() => setOverlay(undefined)} />}
    </div>
  )
}

interface RailProps {
  screens: typeof screens
  unread: number
  isBellOpen: boolean
  onBell(): void
  onFind(): void
  onLanguage(): void
  onTheme(): void
  themeLabel: string
}

function Rail({ screens, unread, isBellOpen, onBell, onFind, onLanguage, onTheme, themeLabel }: RailProps) {
  const { shell: texts, submissions: words, language, brand } = useTexts()
  const other = otherLanguage(language)
  const { person } = useSession()
  const groups = ['work', 'site', 'desk'] as const
  return (
    <header className={styles.rail}>
      <div className={styles.railInside}>
        <div className={styles.brand}>
          {brand.mark ? (
            <img className={styles.ownMark} src={brand.mark} alt="" />
          ) : (
            <span className={styles.mark} aria-hidden />
          )}
          <Wordmark language={language} own={brand.wordmark} className={styles.wordmark} />
          <span className={styles.brandWord}>{texts.desk}</span>
          <BellButton unread={unread} isOpen={isBellOpen} onClick={onBell} />
        </div>
        <button type="button" className={styles.find} onClick={onFind} title={texts.find} aria-keyshortcuts="Control+K">
          <Icon of={Search} />
          <span>{texts.find}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <nav aria-label={texts.navigation}>
          {groups.map((group) => {
            const members = screens.filter((screen) => screen.group === group)
            if (members.length === 0) return null
            return (
              <div key={group}>
                {group !== 'work' && <h2 className={styles.group}>{texts.groups[group]}</h2>}
                <ul>
                  {members.map(({ name, path, icon }) => (
                    <li key={name}>
                      <NavLink
                        className={styles.entry as string}
                        to={path}
                        end={path === '/'}
                        title={texts.screens[name]}
                      >
                        <Icon of={icon} />
                        <span>{texts.screens[name]}</span>
                        {name === 'inbox' && <Unread />}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </div>
            )
          })}
        </nav>
        <div className={styles.me}>
          <div className={styles.meRow}>
            <NavLink className={styles.person as string} to="/account" title={texts.screens.account}>
              <Initial name={person.name} isMe />
              <bdi className={styles.name}>{person.name}</bdi>
            </NavLink>
            <IconButton icon={Contrast} label={themeLabel} onClick={onTheme} />
          </div>
          <button
            type="button"
            className={classNames('link', styles.language)}
            onClick={onLanguage}
            lang={other}
            title={texts.language.other}
          >
            <span className={styles.languageName}>{texts.language.other}</span>
            <span className={styles.languageMark} aria-hidden>
              {words.languageMarks[other]}
            </span>
          </button>
        </div>
      </div>
    </header>
  )
}

const BELL = 'bell'

function BellButton({ unread, isOpen, onClick }: { unread: number; isOpen: boolean; onClick(): void }) {
  const { notifications: texts, say, formats } = useTexts()
  const figure = formats.figure(unread, MAX_ON_BELL)
  const label = unread === 0 ? texts.title : say('notifications.unread', { figure })
  return (
    <button
      type="button"
      id={BELL}
      className={styles.bell}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon of={Bell} />
      {unread > 0 && (
        <b aria-hidden>
          <Dot colour="cinnabar" />
          <span>{figure}</span>
        </b>
      )}
    </button>
  )
}

const MAX_ON_BELL = 99

/** Pushes the page; Escape gives the focus back to the bell. */
function BellPanel({ onClose }: { onClose(): void }) {
  const { notifications: texts, shell } = useTexts()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const close = () => {
    onClose()
    document.getElementById(BELL)?.focus()
  }
  return (
    <aside
      className={styles.panel}
      aria-labelledby={`${BELL}-title`}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className={styles.panelHead}>
        <h2 className="h2" id={`${BELL}-title`} tabIndex={-1} ref={title}>
          {texts.title}
        </h2>
        <IconButton icon={X} label={shell.close} onClick={close} />
      </div>
      <NotificationList />
    </aside>
  )
}

function Unread() {
  const { submissions: words, formats } = useTexts()
  const version = useInboxVersion()
  const { key } = useLocation()
  const { result, failure } = useLoaded(`${version} ${key}`, (options) => api('GET /submissions/counts', options))
  // An outdated figure is worse than none.
  const count = failure ? 0 : (result?.unread ?? 0)
  if (count === 0) return null
  return (
    <b className={styles.unread}>
      <Dot colour="cinnabar" label={words.unread} />
      {formats.figure(count)}
    </b>
  )
}

const TABS = 4
const tabsOf = (screens: RailProps['screens']) => screens.filter(({ group }) => group).slice(0, TABS)

interface MoreMenuProps {
  screens: RailProps['screens']
  unread: number
  actions: readonly { label: string; lang?: Language; icon: LucideIcon; run(): void }[]
  onClose(): void
}

/** Everything that has no tab. */
function MoreMenu({ screens, unread, actions, onClose }: MoreMenuProps) {
  const { shell: texts, formats } = useTexts()
  const tabs = tabsOf(screens)
  return (
    <Dialog title={texts.more} onClose={onClose} close={texts.close}>
      <ul className={styles.moreMenu}>
        {screens
          .filter((screen) => !tabs.includes(screen))
          .map(({ name, path, icon }) => (
            <li key={name}>
              <NavLink to={path} onClick={onClose}>
                <Icon of={icon} />
                {texts.screens[name]}
                {name === 'notifications' && unread > 0 && (
                  <b className={styles.unread}>
                    <Dot colour="cinnabar" />
                    {formats.figure(unread, MAX_ON_BELL)}
                  </b>
                )}
              </NavLink>
            </li>
          ))}
        {actions.map(({ label, lang, icon, run }) => (
          <li key={label}>
            <button
              type="button"
              lang={lang}
              onClick={() => {
                onClose()
                run()
              }}
            >
              <Icon of={icon} />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function TabBar({ screens, unread, onMore }: { screens: RailProps['screens']; unread: number; onMore(): void }) {
  const { shell: texts, notifications } = useTexts()
  const tabs = tabsOf(screens)
  return (
    <nav className={styles.tabs} aria-label={texts.navigation}>
      {tabs.map(({ name, path, icon }) => (
        <NavLink key={name} to={path} end={path === '/'} className={styles.tab as string}>
          <Icon of={icon} />
          <span>{texts.screens[name]}</span>
        </NavLink>
      ))}
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={onMore}>
        <Icon of={MenuIcon} />
        <span>{texts.more}</span>
        {unread > 0 && <Dot colour="cinnabar" label={notifications.isUnread} className={styles.tabDot} />}
      </button>
    </nav>
  )
}

const narrow = matchMedia('(width < 80em)')
const hasRoomForPanel = matchMedia('(width >= 64em)')

/** A screen with `folded` in its `handle` takes the rail's room, and so does a narrow window. */
function useFoldedRail() {
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow.matches)
  const isWanted = useMatches().some(({ handle }) => (handle as { folded?: boolean } | undefined)?.folded === true)
  return isNarrow || isWanted
}

function subscribeToWidth(listen: () => void) {
  narrow.addEventListener('change', listen)
  return () => narrow.removeEventListener('change', listen)
}

/** A new screen's heading is read out, and the next Tab begins there. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return
    former.current = pathname
    // A screen may have restored its own focus.
    if (main.current?.querySelector(':focus')) return
    const heading = main.current?.querySelector<HTMLElement>('h1')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [pathname])
  return main
}

function OfflineBar() {
  const { shell } = useTexts()
  const { revalidate } = useRevalidator()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className={styles.offline} role="alert">
      <Icon of={WifiOff} />
      <p>
        <b>{shell.offline.title}</b> {shell.offline.text}
      </p>
      <Button small onClick={() => revalidate()} label={shell.offline.tryNow} />
    </div>
  )
}

function subscribe(listen: () => void) {
  addEventListener('online', listen)
  addEventListener('offline', listen)
  return () => {
    removeEventListener('online', listen)
    removeEventListener('offline', listen)
  }
}

/** Asks for a sign-in or a fresh proof over the screen, which stays as it is; the refused call is repeated afterwards. */
function Gate({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const { shell } = useTexts()
  const { session } = shell
  const { person } = useSession()
  const [reason, setReason] = useState<GateReason>()
  const waiting = useRef<ReturnType<typeof deferred>>(undefined)

  useEffect(() => {
    setGate((wanted) => {
      if (!waiting.current) {
        waiting.current = deferred()
        setReason(wanted)
      }
      return waiting.current.promise
    })
    return () => setGate(async () => false)
  }, [])

  const finish = useCallback((isThrough: boolean) => {
    waiting.current?.resolve(isThrough)
    waiting.current = undefined
    setReason(undefined)
  }, [])

  if (!reason) return null
  const isEnded = reason === 'signed-out'
  return (
    <Dialog
      title={isEnded ? session.ended : session.proof}
      text={isEnded ? session.endedText : session.proofText}
      stays
      onClose={() => finish(false)}
      close={shell.cancel}
    >
      <ProofForm
        purpose={isEnded ? 'sign-in' : 'proof'}
        email={person.email}
        onProved={async (personId) => {
          // Another person or another role has another desk.
          if (personId) await onSignedIn()
          finish(!personId || personId === person.id)
        }}
      />
    </Dialog>
  )
}

function deferred() {
  let resolve: (isThrough: boolean) => void = () => {}
  const promise = new Promise<boolean>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}
