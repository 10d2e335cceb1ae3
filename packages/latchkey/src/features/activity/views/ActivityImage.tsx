import type { Icon } from '../../../ui/icons/index.js'
import { RowIcon } from '../../../ui/parts/list-row/RowIcon.js'
import { Picture } from '../../../ui/parts/wallet-image/Picture.js'
import { type ActivityItem, type ActivityTransfer, isOpen } from '../activityItem.js'
import {
  CallMark,
  FailedMark,
  InMark,
  OutMark,
  PermitMark,
  SwapMark,
  WaitingMark,
} from './icons.js'

/** What was moved, with a mark that tells which way and, in its colour, how it went. */
export function ActivityImage({ item }: { readonly item: ActivityItem }) {
  const [first, second] = item.transfers
  const Direction = directionOf(item)
  const Mark = markOf(item) ?? Direction
  const approved = item.approval?.symbol
  return (
    <span className="activity-image">
      {first && second ? (
        <>
          <Token transfer={first} size={28} />
          <Token transfer={second} size={28} />
        </>
      ) : first ? (
        <Token transfer={first} size={40} />
      ) : approved ? (
        <Picture name={approved} src={item.approval?.image} size={40} shape="round" />
      ) : (
        <RowIcon icon={Direction} />
      )}
      {(first || approved || Mark !== Direction) && (
        <span className={`activity-mark activity-mark-${item.status}`}>
          <Mark size={12} />
        </span>
      )}
    </span>
  )
}

function Token({ transfer, size }: { readonly transfer: ActivityTransfer; readonly size: number }) {
  const { label, image, isCollectible } = transfer
  return <Picture name={label} src={image} size={size} shape={isCollectible ? 'tile' : 'round'} />
}

function directionOf({ operation, transfers, approval }: ActivityItem): Icon {
  if (approval || operation === 'approve') return PermitMark
  const directions = transfers.map(({ direction }) => direction)
  if (directions.includes('in')) return directions.includes('out') ? SwapMark : InMark
  if (directions.length > 0 || operation === 'send') return OutMark
  return CallMark
}

/** In place of the direction where something else matters more. */
function markOf(item: ActivityItem): Icon | undefined {
  if (item.status === 'confirmed') return undefined
  return isOpen(item) ? WaitingMark : FailedMark
}
