import sharp from 'sharp'
import { fieldFromAbove, firstPull, lastLight, saturdayTable, universePoint } from './scenes.ts'

/** Drawn, so that no person's face is in a demonstration. */
const scenes: readonly (readonly [title: string, scene: () => string])[] = [
  ['First pull of the weekend, Saturday 8:30 AM', firstPull],
  ['Field 2 from above: up the line for the score', fieldFromAbove],
  ['The long table before the turkey came out', saturdayTable],
  ['Universe point under the lights', universePoint],
  ['Last throw of Sunday', lastLight],
]

export interface DemoPicture {
  readonly title: string
  /** Draws the picture as a camera would hand it over. */
  readonly picture: () => Promise<Uint8Array>
}

export const demoPictures: readonly DemoPicture[] = scenes.map(([title, scene]) => ({
  title,
  picture: () => sharp(Buffer.from(scene())).png({ compressionLevel: 1 }).toBuffer(),
}))
