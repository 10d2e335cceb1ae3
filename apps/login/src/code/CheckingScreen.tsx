import { Spinner } from '@latchkey/parts/Spinner'
import { checking as texts } from './text.js'

/** Shown during the proof of work. */
export function CheckingScreen() {
  return (
    <main className="screen code-screen centred" data-testid="login-checking" aria-busy="true">
      <Spinner size={32} />
      <div className="words" role="status">
        <h1 className="title">{texts.title}</h1>
        <p className="quiet">{texts.text}</p>
      </div>
    </main>
  )
}
