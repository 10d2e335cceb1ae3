import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Skeleton } from '../../../ui/parts/skeleton/Skeleton.js'
import { FrameSlot } from './FrameSlot.js'

/** A view that the login frame draws, from the moment it has something to show. */
export function FrameScreen() {
  const { login } = useWidget().stores
  const isPending = useStore(login, (state) => state.screenHeight === 0)
  return (
    <>
      <FrameSlot />
      {isPending && (
        <div className="pending">
          <Skeleton kind="row" count={3} />
        </div>
      )}
    </>
  )
}
