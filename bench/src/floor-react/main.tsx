import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least a React page can do: a button and a static list. */
function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" data-testid="connect-button" onClick={() => setOpen(true)}>
        Connect Wallet
      </button>
      {isOpen && (
        <dialog ref={(dialog) => dialog?.showModal()}>
          {['Bench Wallet', 'Second Wallet', 'Third Wallet'].map((name) => (
            <button type="button" key={name} data-testid={`wallet-selector-${name}`}>
              {name}
            </button>
          ))}
        </dialog>
      )}
    </>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Page />)
