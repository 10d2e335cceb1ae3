import type { Phone } from '../model/createPhone.js'
import type { InboxItem } from '../model/phoneState.js'

type Props = {
  readonly phone: Phone
  readonly item: InboxItem
  readonly busy: boolean
  readonly account: number
  readonly approve: string
  /** Of refuse and approve. */
  readonly testIds: readonly [string, string]
  readonly blocked?: boolean
}

export function Decision({ phone, item, busy, account, approve, testIds, blocked = false }: Props) {
  return (
    <>
      <button
        type="button"
        data-testid={testIds[0]}
        disabled={busy}
        onClick={() => phone.decide(item, 'refuse')}
      >
        Refuse
      </button>
      <button
        className="primary"
        type="button"
        data-testid={testIds[1]}
        disabled={busy || blocked}
        aria-busy={busy}
        onClick={() => phone.decide(item, 'approve', account)}
      >
        {busy && <span className="spinner" />}
        {approve}
      </button>
    </>
  )
}
