import { describe, expect, it } from 'vitest';
import { changedParams, readAddress } from '#web/features/booking/address.ts';

const id = '0b2c9f5e-8f0a-4c56-9d6a-3f6f3b1f8a11';
const read = (query: string) => readAddress(new URLSearchParams(query));

describe('the address of a booking', () => {
  it('holds the whole state', () => {
    expect(
      read(
        `offer=${id}&month=2026-03&day=2026-03-12&start=2026-03-12T17:30:00Z&zone=Asia/Tokyo&view=list&step=recap&booking=${id}`,
      ),
    ).toMatchObject({
      offerId: id,
      month: '2026-03',
      date: '2026-03-12',
      start: Date.parse('2026-03-12T17:30:00Z'),
      zone: 'Asia/Tokyo',
      view: 'list',
      step: 'recap',
      bookingId: id,
      payment: null,
    });
  });

  it('ignores what it does not understand', () => {
    expect(
      read('offer=x&month=2026-13&day=2026-02-30&start=demain&zone=Mars/Olympe&step=pay&booking=1'),
    ).toEqual(read(''));
  });

  it('tells a return from the provider from a payment that was left', () => {
    expect(read('payment=return').payment).toBe('return');
    expect(read('payment=done').payment).toBe('return');
    expect(read('payment=cancelled').payment).toBe('left');
  });

  it('changes what it is told and keeps the rest', () => {
    const params = changedParams(new URLSearchParams('offer=a&step=recap'), {
      step: null,
      zone: 'Europe/Paris',
    });
    expect(params.toString()).toBe('offer=a&zone=Europe%2FParis');
  });
});
