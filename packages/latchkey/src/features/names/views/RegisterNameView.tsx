import { ListRow } from '@latchkey/parts/ListRow'
import { useEffect } from 'react'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Badge } from '../../../ui/parts/badge/Badge.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { canRegister, faultOf, labelOf, nameOf } from '../accountName.js'
import { registerName } from '../actions/registerName.js'
import { findOwnName, typeName } from '../actions/searchNames.js'
import { isAvailable, type NamesState, namesOf } from '../store.js'
import { NameField, NameLine } from './NameField.js'
import { GivenNamePage, NameIcon } from './NamePage.js'

export function RegisterNameView() {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const canHave = useStores(['network'], (widget) =>
    canRegister(widget, getActiveNetwork(widget.stores.network.get())),
  )
  const { nowhereTitle, nowhereText } = namesText.register
  if (!connection) return null
  if (!canHave) {
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
  const type = useAction(typeName)
  const own = useAction(findOwnName)
  const register = useAction(registerName)
  const { address } = connection.active

  const findOwn = own.run
  useEffect(() => void findOwn({ address }), [findOwn, address])

  // What was typed before is looked for again: it may have been taken meanwhile.
  const { run: search } = type
  useEffect(() => {
    const { text } = names.get()
    if (text !== '') void search({ text })
  }, [search, names])

  function submit() {
    // Asked of the store, not of what is drawn: a second press comes before the next drawing.
    if (isAvailable(names.get())) void register.run()
  }

  const { owned } = state
  return (
    <>
      {/* There from the start: screen readers say only what is added to such a region. */}
      <div role="status">
        {owned !== undefined && <GivenNamePage icon={NameIcon} name={owned} {...namesText.owned} />}
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
          <NameLine state={state} wallet={connection.wallet.name} />
          <NameRows
            state={state}
            onSubmit={submit}
            onChoose={(name) => void type.run({ text: labelOf(name) })}
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

/** The name that was typed and, when it is taken, others that are not. */
function NameRows({ state, onSubmit, onChoose, onRetry }: NameRowsProps) {
  const { text, search, suggestions, isRegistering } = state
  const label = labelOf(text)
  if (faultOf(label) !== undefined) return null
  const [itself, ...others] = suggestions
  const isTaken = itself?.registered === true
  const press = search === 'failed' ? onRetry : onSubmit
  const words = namesText.register
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className="row-list" role="list" aria-label={words.list}>
      <li>
        <ListRow
          title={nameOf(label)}
          busy={search === 'loading'}
          trailing={
            search === 'failed' ? (
              <Badge>{words.notChecked}</Badge>
            ) : isTaken ? (
              <Badge tone="bad">{words.registered}</Badge>
            ) : (
              <Badge tone="good">{words.available}</Badge>
            )
          }
          testId="account-name-suggestion"
          onPress={isTaken || isRegistering ? undefined : press}
        />
      </li>
      {isTaken &&
        others.map(({ name }) => (
          <li key={name}>
            <ListRow
              title={name}
              trailing={<Badge tone="good">{words.available}</Badge>}
              testId="account-name-suggestion"
              onPress={() => onChoose(name)}
            />
          </li>
        ))}
    </ul>
  )
}
