import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePhotos } from '../photos.fixture.ts'
import { PhotoList } from './photo-list.tsx'

const photos = makePhotos(2)
const server = stubServer()

beforeEach(() => {
  renderWithQueries(<PhotoList photos={photos} />)
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const editFirst = /^Edit title.*number 1$/
const type = (title: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
const keys = () => server.mock.calls.map(([, request]) => new Headers(request?.headers).get('idempotency-key'))
const conditions = () => server.mock.calls.map(([, request]) => new Headers(request?.headers).get('if-match'))
const answer = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))

describe('a title that is edited', () => {
  beforeEach(() => press(editFirst))

  it.each(['', '   ', ' Photo number 1 '])('is not sent when it says nothing new: "%s"', (title) => {
    type(title)
    press('Save')
    expect(screen.queryByLabelText('Title')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: editFirst }))
    expect(server).not.toHaveBeenCalled()
  })

  it('is left as it was by Escape', () => {
    type('Layout')
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' })
    expect(screen.getByText('Photo number 1', { selector: 'bdi' })).toBeTruthy()
    expect(server).not.toHaveBeenCalled()
  })

  it('stays in the field when it could not be saved, and is sent again under the same key', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    type('Layout')
    press('Save')
    await screen.findByText('Failed to update photo title')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Layout')
    press('Save')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(keys()[0]).toBeTruthy()
    expect(keys()[1]).toBe(keys()[0])
  })

  it('hears the server out when it has something to say', async () => {
    server.mockImplementation(() => answer(404, { code: 'PHOTO_NOT_FOUND', message: 'This photo is no longer there.' }))
    type('Layout')
    press('Save')
    expect(await screen.findByText('This photo is no longer there.')).toBeTruthy()
  })
})

const staleAnswer = () =>
  answer(412, {
    code: 'STALE',
    message: 'Someone else changed this in the meantime.',
    current: { photo: { ...photos[0], title: 'Sunrise', version: 2 } },
  })
const messageWithTitle = 'Someone else changed this in the meantime. It is called “Sunrise” now.'

describe('a photo that another user has renamed meanwhile', () => {
  beforeEach(() => server.mockImplementation(staleAnswer))

  it('keeps the title of the other until it has been seen; then it may be replaced', async () => {
    press(editFirst)
    type('Layout')
    press('Save')
    expect(await screen.findByText(messageWithTitle)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Layout')
    press('Save')
    await waitFor(() => expect(conditions()).toEqual(['"v1"', '"v2"']))
    expect(new Set(keys()).size, 'another attempt, not the same one again').toBe(2)
  })

  it('is not sent again under the title that it has by now', async () => {
    press(editFirst)
    type('Layout')
    press('Save')
    await screen.findByText(messageWithTitle)
    type('Sunrise')
    press('Save')
    expect(screen.queryByLabelText('Title')).toBeNull()
    expect(server).toHaveBeenCalledTimes(1)
  })

  it('is not deleted before the question was asked with its new title', async () => {
    press(/^Delete.*number 1$/)
    press('Delete Photo')
    expect(await screen.findByText(messageWithTitle)).toBeTruthy()
    press('Delete Photo')
    await waitFor(() => expect(conditions()).toEqual(['"v1"', '"v2"']))
    expect(new Set(keys()).size).toBe(2)
  })
})

describe('a photo that shall go', () => {
  beforeEach(() => press(/^Delete.*number 2$/))

  it('stays when the question is declined', async () => {
    expect(screen.getByText('Are you sure you want to delete this photo? This action cannot be undone.')).toBeTruthy()
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server).not.toHaveBeenCalled()
  })

  it('says in the question that it could not be deleted, and can be tried again under the same key', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'))
    press('Delete Photo')
    await screen.findByText('Failed to delete photo')
    press('Delete Photo')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    expect(keys()[1]).toBe(keys()[0])
  })

  it('counts as deleted when another user was first', async () => {
    server.mockImplementation(() => answer(404, { code: 'PHOTO_NOT_FOUND', message: 'This photo is no longer there.' }))
    press('Delete Photo')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'All photos' })))
  })
})
