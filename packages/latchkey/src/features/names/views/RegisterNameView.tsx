import { useEffect } from 'react'
import { type Connected, connectedIn } from '../../../core/connection/selectors.js'
import { activeNetwork } from '../../../core/network/store.js'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { labelOf } from '../accountName.js'
import { findOwnName } from '../actions/findOwnName.js'
import { registerName } from '../actions/registerName.js'
import { typeName } from '../actions/typeName.js'
import { canRegister } from '../coinType.js'
import { isAvailable } from '../isAvailable.js'
import { namesOf } from '../store.js'
import { GivenNamePage } from './GivenNamePage.js'
import { NameIcon } from './icons.js'
import { NameField } from './NameField.js'
import { NameLine } from './NameLine.js'
import { NameRows } from './NameRows.js'

export function RegisterNameView() {
  const connection = useStores(['connection', 'network'], (widget) => connectedIn(widget))
  const canHave = useStores(['network'], (widget) =>
    canRegister(widget, activeNetwork(widget.stores.network.get())),
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
