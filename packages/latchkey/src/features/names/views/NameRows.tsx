import * as namesText from '../../../core/text/names.js'
import { Badge } from '../../../ui/parts/badge/Badge.js'
import { ListRow } from '../../../ui/parts/list-row/ListRow.js'
import { faultOf, labelOf, nameOf } from '../accountName.js'
import type { NamesState } from '../store.js'

type NameRowsProps = {
  readonly state: NamesState
  readonly onSubmit: () => void
  readonly onChoose: (name: string) => void
  readonly onRetry: () => void
}

/** The name that was typed and, when it is taken, others that are not. */
export function NameRows({ state, onSubmit, onChoose, onRetry }: NameRowsProps) {
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
