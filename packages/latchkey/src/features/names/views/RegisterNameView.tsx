import { ErrorIcon } from '@latchkey/parts/icons'
import { ListRow } from '@latchkey/parts/ListRow'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useRef } from 'react'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { ArrowIcon } from '../../../ui/icons/lazyIcons.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { canRegister, getNameProblem, isIncomplete, toLabel, toName } from '../accountName.js'
import { registerName } from '../actions/registerName.js'
import { fetchOwnName, searchNames } from '../actions/searchNames.js'
import { isAvailable, type NamesState, namesOf } from '../store.js'
import { NameIcon, OwnNamePage } from './NamePages.js'

export function RegisterNameView() {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const isSupported = useStores(['network', 'settings'], (widget) =>
    canRegister(widget, getActiveNetwork(widget.stores.network.get())),
  )
  const { unavailableTitle, unavailableText } = namesText.register
  if (!connection) return null
  if (!isSupported) {
    return (
      <Empty icon={NameIcon} title={unavailableTitle}>
        {unavailableText}
      </Empty>
    )
  }
  return <NameForm connection={connection} />
}

/** The form is drawn only where names can be registered. */
function useNameZone(): string {
  return useStore(useWidget().stores.settings, ({ nameZone }) => nameZone ?? '')
}

function NameForm({ connection }: { readonly connection: Connected }) {
  const names = namesOf(useWidget())
  const state = useStore(names, (all) => all)
  const type = useAction(searchNames)
  const own = useAction(fetchOwnName)
  const register = useAction(registerName)
  const { address } = connection.active
  const zone = useNameZone()

  const findOwn = own.run
  useEffect(() => void findOwn({ address }), [findOwn, address])

  // A name typed earlier may have been registered since.
  const { run: search } = type
  useEffect(() => {
    const { text } = names.get()
    if (text !== '') void search({ text })
  }, [search, names])

  function submit() {
    // Read from the store: a second click can come before the next render.
    if (isAvailable(names.get())) void register.run()
  }

  const { owned } = state
  return (
    <>
      {/* Always mounted: screen readers announce only changes of a live region. */}
      <div role="status">
        {owned !== undefined && <OwnNamePage icon={NameIcon} name={owned} {...namesText.owned} />}
      </div>
      {owned === undefined && (
        <form
          className="name-form"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <NameField state={state} onType={(text) => void type.run({ text })} />
          <NameStatus state={state} wallet={connection.wallet.name} />
          <NameRows
            state={state}
            onSubmit={submit}
            onChoose={(name) => void type.run({ text: toLabel(name, zone) })}
            onRetry={() => void type.run({ text: state.text })}
          />
        </form>
      )}
    </>
  )
}

type NameRowsProps = {
  readonly state: NamesState
  readonly onSubmit: () => void
  readonly onChoose: (name: string) => void
  readonly onRetry: () => void
}

/** The typed name and, if it is registered, available ones. */
function NameRows({ state, onSubmit, onChoose, onRetry }: NameRowsProps) {
  const { label, search, suggestions, isRegistering } = state
  const zone = useNameZone()
  if (getNameProblem(label) !== undefined) return null
  const [exact, ...others] = suggestions
  const isRegistered = exact?.registered === true
  const onClick = search === 'failed' ? onRetry : onSubmit
  const words = namesText.register
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without markers
    <ul className="row-list" role="list" aria-label={words.list}>
      <li>
        <ListRow
          title={toName(label, zone)}
          busy={search === 'loading'}
          trailing={
            search === 'failed' ? (
              <Badge>{words.notChecked}</Badge>
            ) : isRegistered ? (
              <Badge tone="bad">{words.registered}</Badge>
            ) : (
              <Badge tone="good">{words.available}</Badge>
            )
          }
          testId="account-name-suggestion"
          onClick={isRegistered || isRegistering ? undefined : onClick}
        />
      </li>
      {isRegistered &&
        others.map(({ name }) => (
          <li key={name}>
            <ListRow
              title={name}
              trailing={<Badge tone="good">{words.available}</Badge>}
              testId="account-name-suggestion"
              onClick={() => onChoose(name)}
            />
          </li>
        ))}
    </ul>
  )
}

/** Longer than any name, so that a long one gets an error instead of being cut. */
const maxTextLength = 100

type NameFieldProps = {
  readonly state: NamesState
  readonly onType: (text: string) => void
}

function NameField({ state, onType }: NameFieldProps) {
  const { device } = useWidget().ports.page
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = !device.isMobile
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const { text, isRegistering } = state
  const zone = useNameZone()
  const { label, placeholder, submit } = namesText.register
  const isReady = isAvailable(state)
  return (
    <div className="name-field">
      <input
        ref={input}
        type="text"
        className="name-input"
        aria-label={`${label} .${zone}`}
        aria-describedby={statusId}
        placeholder={placeholder}
        value={text}
        readOnly={isRegistering}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={maxTextLength}
        data-testid="wui-ens-input"
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <span className="name-suffix" aria-hidden="true">
        {`.${zone}`}
      </span>
      <button
        type="submit"
        className="name-submit"
        aria-label={submit(isReady ? toName(state.label, zone) : undefined)}
        aria-disabled={!isReady || undefined}
        aria-busy={isRegistering || undefined}
        data-testid="register-name-button"
      >
        {isRegistering ? <Spinner /> : <ArrowIcon />}
      </button>
    </div>
  )
}

const statusId = 'name-line'

type NameStatusProps = { readonly state: NamesState; readonly wallet: string }

/** A hint or an error, always at least one line high. */
function NameStatus({ state, wallet }: NameStatusProps) {
  const problem = getProblemText(state)
  const { hint, signing } = namesText.register
  return (
    <p
      id={statusId}
      className={problem ? 'name-line name-line-bad' : 'name-line'}
      role="status"
      data-testid="name-line"
    >
      {problem && <ErrorIcon size={16} />}
      <span>{problem ?? (state.isRegistering ? signing(wallet) : hint)}</span>
    </p>
  )
}

function getProblemText({ text, label, hasPaused, isRegistering }: NamesState): string | undefined {
  if (isRegistering || text === '') return undefined
  const problem = getNameProblem(label)
  return problem && (hasPaused || !isIncomplete(problem))
    ? namesText.register.faults[problem]
    : undefined
}
