import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'
import { useState } from 'react'

const setting = storedValue(
  'signals',
  (value) => (typeof value === 'boolean' ? value : null),
  () => deviceStorage,
)

const isOn = (): boolean => setting.load() ?? true

/** Returns whether this device makes a sound and vibrates, and the function that changes and stores the setting. */
export function useSignalSetting() {
  const [on, setOn] = useState(isOn)
  const change = (next: boolean) => {
    setting.save(next)
    setOn(next)
    if (next) signal('success')
  }
  return [on, change] as const
}

/** `tones`: hertz and seconds of each tone. `vibration`: milliseconds of vibration and pause in turn. */
const signals = {
  success: { tones: [[1_320, 0.12]], vibration: [60] },
  failure: { tones: [[220, 0.3]], vibration: [60, 80, 60] },
  alarm: {
    tones: [
      [880, 0.2],
      [660, 0.2],
      [880, 0.2],
    ],
    vibration: [200, 100, 200],
  },
} as const

let audio: AudioContext | undefined

/** Sounds and vibrates if the setting allows it and the device can. A browser may stay silent until it is touched. */
export function signal(kind: keyof typeof signals): void {
  if (!isOn()) return
  const { tones, vibration } = signals[kind]
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...vibration])
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume().catch(() => undefined)
  let from = audio.currentTime
  for (const [frequency, seconds] of tones) {
    playTone(audio, { frequency, from, seconds })
    from += seconds
  }
}

function playTone(audio: AudioContext, tone: { frequency: number; from: number; seconds: number }): void {
  const { frequency, from, seconds } = tone
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()]
  oscillator.frequency.value = frequency
  // Ends softly, because a tone that is cut off cracks.
  volume.gain.setValueAtTime(0.25, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(from)
  oscillator.stop(from + seconds)
}
