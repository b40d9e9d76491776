import { describe, expect, it } from 'vitest';
import { POLICIES } from '#product/booking/rules/policies.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import { readAddress } from '#web/features/booking/address.ts';
import { stageOf, type Visitor } from '#web/features/booking/stage.ts';

const id = '0b2c9f5e-8f0a-4c56-9d6a-3f6f3b1f8a11';
const chosen = `offer=${id}&start=2026-03-12T17:30:00Z`;
const booked = `${chosen}&booking=${id}`;
const me: Visitor = { status: 'signed-in', id };
const heldAt = Date.parse('2026-03-01T10:00:00Z');
const minutes = (count: number) => heldAt + count * 60_000;

const row = (changes: Partial<BookingDetails> = {}): BookingDetails => ({
  id,
  session_id: id,
  streamer_id: id,
  offer_id: id,
  title: 'Coaching',
  confirmation: 'instant',
  price_cents: 4500,
  seats: 1,
  policy: POLICIES.standard,
  questions: [],
  answers: {},
  viewer_zone: 'Europe/Paris',
  streamer_zone: 'Europe/Paris',
  duration_minutes: 60,
  start_at: '2026-03-12T17:30:00+00:00',
  end_at: '2026-03-12T18:30:00+00:00',
  status: 'held',
  held_at: '2026-03-01T10:00:00+00:00',
  paying: false,
  extended: false,
  answer_by: null,
  cause: null,
  reason: null,
  streamer_name: 'Maëlle',
  streamer_handle: 'maelle',
  streamer_avatar_url: null,
  payment_state: null,
  seat: 1,
  viewer_id: id,
  fee_basis_points: 1500,
  settings_version: 1,
  agreed_start_at: '2026-03-12T17:30:00+00:00',
  reschedules: 0,
  revision: 1,
  proposed_start_at: null,
  proposal_answer_by: null,
  proposal_note: null,
  confirmed_at: null,
  ended_at: null,
  refund_cents: null,
  discount_code: null,
  discount_cents: 0,
  discount_borne_by: null,
  delivered_minutes: null,
  created_at: '2026-03-01T10:00:00+00:00',
  viewer_name: null,
  viewer_avatar_url: null,
  payment_id: null,
  captured_cents: 0,
  refunded_cents: 0,
  review_rating: null,
  has_overlay: false,
  ...changes,
});
const question = { id: 'rank', label: 'Votre rang', required: true, long: false };
const stage = (query: string, visitor: Visitor, booking?: BookingDetails | null, now = minutes(1)) =>
  stageOf(readAddress(new URLSearchParams(query)), visitor, booking, now).kind;

describe('without a booking', () => {
  it('one chooses, until a start is chosen and asked for', () => {
    expect(stage('', me)).toBe('choose');
    expect(stage(chosen, me)).toBe('choose');
    expect(stage(`${chosen}&step=details`, me)).toBe('take');
  });

  it('somebody signed out says who they are before a place is held', () => {
    expect(stage(`${chosen}&step=details`, { status: 'signed-out' })).toBe('identify');
    expect(stage(`${chosen}&step=details`, { status: 'loading' })).toBe('loading');
  });
});

describe('with a booking', () => {
  it('the questions come before the recap, and again when one is not answered', () => {
    expect(stage(booked, me, row())).toBe('recap');
    expect(stage(booked, me, row({ questions: [question] }))).toBe('details');
    expect(stage(`${booked}&step=recap`, me, row({ questions: [question] }))).toBe('details');
    expect(stage(`${booked}&step=recap`, me, row({ questions: [question], answers: { rank: 'Or' } }))).toBe(
      'recap',
    );
  });

  it('a hold is lost ten minutes after it was taken, fifteen while paying, ten more when extended', () => {
    expect(stage(booked, me, row(), minutes(9.9))).toBe('recap');
    expect(stage(booked, me, row(), minutes(10))).toBe('lost');
    expect(stage(booked, me, row({ paying: true }), minutes(14))).toBe('recap');
    expect(stage(booked, me, row({ paying: true, extended: true }), minutes(24))).toBe('recap');
  });

  it('back from the provider its confirmation is awaited; a page that was left can be opened again', () => {
    expect(stage(`${booked}&payment=return`, me, row({ paying: true }))).toBe('settling');
    expect(stage(`${booked}&payment=cancelled`, me, row({ paying: true }))).toBe('recap');
    const answered = { questions: [question], answers: { rank: 'Or' } };
    expect(stage(`booking=${id}&payment=left`, me, row({ ...answered, paying: true }))).toBe('recap');
    expect(stage(`booking=${id}&step=details`, me, row({ ...answered, paying: true }))).toBe('details');
    expect(stage(`${booked}&payment=return`, me, row({ status: 'confirmed' }))).toBe('booked');
    expect(stage(`${booked}&payment=return`, me, row({ status: 'requested' }))).toBe('booked');
    expect(stage(`${booked}&payment=return`, me, row({ status: 'expired' }))).toBe('lost');
  });

  it('waits for the row, and reports when there is none', () => {
    expect(stage(booked, me, undefined)).toBe('loading');
    expect(stage(booked, me, null)).toBe('unknown');
    expect(stage(booked, { status: 'signed-out' }, undefined)).toBe('identify');
  });
});
