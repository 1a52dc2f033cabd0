import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installBrowserParts, makePhotos } from '../photos.fixture.ts'
import { Memories, type MemoriesProps } from './carousel.tsx'

beforeEach(() => installBrowserParts())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(props: Partial<MemoriesProps>) {
  const onRetry = vi.fn()
  render(<Memories photos={undefined} hasFailed={false} isRetrying={false} onRetry={onRetry} {...props} />)
  return { onRetry }
}

const pictures = () => screen.queryAllByRole('img').map((picture) => picture.getAttribute('alt'))

describe('past tournament memories', () => {
  it('say that they are on their way', () => {
    show({})
    expect(screen.getByRole('heading', { name: 'Past Tournament Memories' })).toBeTruthy()
    expect(screen.getByText('Loading photos')).toBeTruthy()
  })

  it('say that there are none yet', () => {
    show({ photos: [] })
    expect(screen.getByRole('heading', { name: 'No Photos Yet' })).toBeTruthy()
  })

  it('say that they could not be loaded, and offer to try again', () => {
    const { onRetry } = show({ hasFailed: true })
    expect(screen.getByRole('alert').textContent).toContain('Failed to load photos')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('stay when reading them once more fails', () => {
    show({ photos: makePhotos(2), hasFailed: true })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(pictures()).toEqual(['Photo number 1', 'Photo number 2'])
  })
})

describe('the carousel', () => {
  it('shows one photo without anything to move it by', () => {
    show({ photos: makePhotos(1) })
    expect(pictures()).toEqual(['Photo number 1'])
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('loads five of sixty photos and tells the place of each', () => {
    show({ photos: makePhotos(60) })
    expect(pictures()).toEqual([1, 2, 3, 59, 60].map((number) => `Photo number ${number}`))
    const current = screen.getAllByRole('listitem').filter((slide) => slide.ariaCurrent === 'true')
    expect(current.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 60'])
    expect(screen.getByRole('status').textContent).toBe('Photo 1 of 60: Photo number 1')
  })

  it('reads each title out once', () => {
    show({ photos: makePhotos(1) })
    expect(screen.getByText('Photo number 1').closest('[aria-hidden="true"]')).toBeTruthy()
  })

  it('offers no slideshow where less motion is asked for', () => {
    installBrowserParts({ isReduced: true })
    show({ photos: makePhotos(3) })
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /slideshow/ })).toBeNull()
  })
})
