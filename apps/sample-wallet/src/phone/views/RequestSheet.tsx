import type { Phone } from '../model/createPhone.js'
import type { PhoneState, RequestItem, SignInItem } from '../model/phoneState.js'
import { AppMark } from '../parts/Mark.js'
import { RequestBody } from '../parts/RequestBody.js'
import { Sheet } from '../parts/Sheet.js'
import { Decision } from './Decision.js'

type Props = {
  readonly phone: Phone
  readonly state: PhoneState
  readonly item: RequestItem | SignInItem
}

export function RequestSheet({ phone, state, item }: Props) {
  const { dapp } = item
  const description = item.kind === 'sign-in' ? item.description(state.account) : item.description
  const waiting = state.inbox.length
  return (
    <Sheet
      title={description.title}
      head={
        <div className="requester">
          <AppMark name={dapp.name} {...(dapp.icon && { icon: dapp.icon })} />
          <span className="row-text">
            <span className="row-title">{dapp.name}</span>
            <span className="row-detail">{dapp.host}</span>
          </span>
          {waiting > 1 && <span className="queue">1 of {waiting}</span>}
        </div>
      }
      actions={
        <Decision
          phone={phone}
          item={item}
          busy={state.deciding === item.key}
          account={state.account}
          approve={description.approve}
          blocked={item.kind === 'sign-in' && item.obstacle !== undefined}
          testIds={['request-reject-button', 'request-approve-button']}
        />
      }
    >
      <RequestBody description={description} />
    </Sheet>
  )
}
