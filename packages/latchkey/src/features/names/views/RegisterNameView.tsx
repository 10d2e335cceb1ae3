import { ListRow } from '@latchkey/parts/ListRow'
import { useEffect } from 'react'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/Badge.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { canRegister, getNameProblem, toLabel, toName } from '../accountName.js'
import { registerName } from '../actions/registerName.js'
import { fetchOwnName, searchNames } from '../actions/searchNames.js'
import { isAvailable, type NamesState, namesOf } from '../store.js'
import { NameField, NameStatus } from './NameField.js'
import { NameIcon, OwnNamePage } from './NamePages.js'

export function RegisterNameView() {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const isSupported = useStores(['network'], (widget) =>
    canRegister(widget, getActiveNetwork(widget.stores.network.get())),
  )
  const { nowhereTitle, nowhereText } = namesText.register
  if (!connection) return null
  if (!isSupported) {
    return (
      <Empty icon={NameIcon} title={nowhereTitle}>
        {nowhereText}
      </Empty>
    )
  }
  return <NameForm connection={connection} />
}

function NameForm({ connection }: { readonly connection: Connected }) {
  const names = namesOf(useWidget())
  const state = useStore(names, (all) => all)
  const type = useAction(searchNames)
  const own = useAction(fetchOwnName)
  const register = useAction(registerName)
  const { address } = connection.active

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
            onChoose={(name) => void type.run({ text: toLabel(name) })}
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
  const { text, search, suggestions, isRegistering } = state
  const label = toLabel(text)
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
          title={toName(label)}
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
