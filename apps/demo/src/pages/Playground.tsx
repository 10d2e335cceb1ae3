import type { Latchkey } from 'latchkey'
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { fieldsOf, type Section } from '../configuration/catalogue.js'
import { initialConfiguration } from '../configuration/configuration.js'
import type { Framework } from '../configuration/embedCode.js'
import { decodeHash, encodeHash } from '../configuration/hash.js'
import type { Local } from '../configuration/local.js'
import type { FieldRowProps } from '../panel/FieldRow.js'
import { Icon } from '../panel/Icon.js'
import { Panel } from '../panel/Panel.js'
import { Segments } from '../panel/Segments.js'
import { CodeCard } from '../state/CodeCard.js'
import { EventsCard } from '../state/EventsCard.js'
import type { Facts } from '../state/facts.js'
import { SessionsCard } from '../state/SessionsCard.js'
import { StateCard } from '../state/StateCard.js'
import { TryCard } from '../state/TryCard.js'
import { useAccounts } from '../state/useAccounts.js'
import type { Session, SessionState } from '../widget/createSession.js'
import { Header } from './Header.js'

/** Browsers throttle URL changes, which a slider would cause. */
const urlDelay = 250

/** Keeps the page's address in step with the configuration, and the other way round. */
function useAddressHash(hash: string, onVisit: (hash: string) => void): void {
  const visit = useRef(onVisit)
  visit.current = onVisit
  useEffect(() => {
    const timer = setTimeout(() => {
      const address = hash ? `#${hash}` : location.pathname + location.search
      history.replaceState(history.state, '', address)
    }, urlDelay)
    return () => clearTimeout(timer)
  }, [hash])
  useEffect(() => {
    const listen = () => visit.current(location.hash)
    window.addEventListener('hashchange', listen)
    return () => window.removeEventListener('hashchange', listen)
  }, [])
}

/** What the two pages differ in. */
export type PageParts = {
  readonly framework: Framework
  /** The widget's own elements. */
  readonly Stage: ComponentType<{ readonly state: SessionState }>
  /** Subscribes to the state, per framework. */
  readonly WithFacts: ComponentType<{
    readonly latchkey: Latchkey
    readonly children: (facts: Facts) => React.ReactNode
  }>
}

export type PlaygroundProps = PageParts & {
  readonly local: Local
  readonly sections: readonly Section[]
  readonly session: Session
  /** Logged once, when the page loads. */
  readonly notices: readonly string[]
}

/** In the page it stays in sight while options change. */
const modes = [
  { value: 'dialog', label: 'Dialog' },
  { value: 'page', label: 'In the page' },
]

export function Playground(props: PlaygroundProps) {
  const { framework, Stage, WithFacts, local, sections, session } = props
  const fields = fieldsOf(sections)
  const state = useSyncExternalStore(session.subscribe, session.get)
  const [configuration, setConfiguration] = useState(state.applied)
  const [notices, setNotices] = useState(props.notices)
  const { latchkey, applied, report } = state
  const accounts = useAccounts(latchkey)
  const change: FieldRowProps['onChange'] = (path, value) =>
    setConfiguration((all) => ({ ...all, [path]: value }))

  useEffect(() => session.apply(configuration), [session, configuration])
  useAddressHash(encodeHash(fields, configuration), (hash) => {
    const decoded = decodeHash(fields, hash)
    setConfiguration(decoded.configuration)
    setNotices(describeProblems(decoded.problems))
  })
  useEffect(() => {
    // The page goes along, since the widget's buttons stand on it.
    document.documentElement.style.colorScheme = String(applied.themeMode || 'light dark')
  }, [applied])

  return (
    <>
      <Header framework={framework} local={local} hash={encodeHash(fields, configuration)} />
      {notices.map((notice) => (
        <p key={notice} className="notice" role="alert">
          <Icon name="warn" />
          <span>{notice}</span>
          <button
            type="button"
            className="small"
            aria-label="Dismiss"
            onClick={() => setNotices(notices.filter((one) => one !== notice))}
          >
            <Icon name="remove" />
          </button>
        </p>
      ))}
      <WithFacts latchkey={latchkey}>
        {(facts) => (
          // Options come right after what they change: on a phone nobody finds them below the cards.
          <div className="layout">
            <main className="cards">
              <section className="stage" aria-labelledby="stage-title">
                <h1 id="stage-title">{framework === 'react' ? 'Your React page' : 'Your page'}</h1>
                <p className="hint">
                  Connect with the sample wallet in this page, or scan with the phone.
                </p>
                <Stage state={state} />
                <Segments
                  label="Show the wallet window"
                  choices={modes}
                  value={configuration.enableEmbedded ? 'page' : 'dialog'}
                  onChange={(mode) => change('enableEmbedded', mode === 'page')}
                />
              </section>
              <StateCard latchkey={latchkey} facts={facts} accounts={accounts} />
            </main>
            <Panel
              sections={sections}
              configuration={configuration}
              report={report}
              onChange={change}
              onReset={() => setConfiguration(initialConfiguration(fields))}
            />
            <div className="cards">
              <CodeCard fields={fields} configuration={applied} framework={framework} />
              <TryCard
                latchkey={latchkey}
                accounts={accounts}
                active={latchkey.getActiveChainNamespace()}
              />
              <SessionsCard
                latchkey={latchkey}
                local={local}
                isConnected={accounts.some(
                  ({ namespace, address }) => namespace === 'eip155' && address !== undefined,
                )}
                isOn={applied['features.smartSessions'] === true}
              />
              <EventsCard latchkey={latchkey} />
            </div>
          </div>
        )}
      </WithFacts>
    </>
  )
}

export function describeProblems(problems: readonly string[]): string[] {
  if (problems.length === 0) return []
  return [
    `This link says something about ${problems.join(', ')} that makes no sense here; it was left out.`,
  ]
}
