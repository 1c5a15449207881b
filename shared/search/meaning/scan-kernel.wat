;; One pass over all vectors: the estimated cosine of each with the query. Built into scan-kernel.ts by
;; `node scripts/search/build-scan-kernel.mjs` (needs `npx wabt`); the bytes are committed, so that nobody needs a WebAssembly toolchain.
(module
  (import "env" "memory" (memory 1))
  ;; rows: i8[count][stride], stride a multiple of 128. query: i7[stride], 0..127, which is the real one + 64.
  ;; sums: i32[count] = 64 * the sum of each row. scales: f32[count]. out: f32[count] = (row . query - sum) * scale.
  ;; relaxed_dot needs its second operand to have the top bit clear: then its result is exact and the same on every machine.
  (func (export "scan") (param $row i32) (param $count i32) (param $stride i32) (param $query i32) (param $sums i32) (param $scales i32) (param $out i32)
    (local $end i32) (local $q i32) (local $rowEnd i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $end (i32.add (local.get $row) (i32.mul (local.get $count) (local.get $stride))))
    (block $done
      (loop $rows
        (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $stride)))
        (loop $part
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load (local.get $row)) (v128.load (local.get $q)) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16 (local.get $row)) (v128.load offset=16 (local.get $q)) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32 (local.get $row)) (v128.load offset=32 (local.get $q)) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48 (local.get $row)) (v128.load offset=48 (local.get $q)) (local.get $d)))
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=64 (local.get $row)) (v128.load offset=64 (local.get $q)) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=80 (local.get $row)) (v128.load offset=80 (local.get $q)) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=96 (local.get $row)) (v128.load offset=96 (local.get $q)) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=112 (local.get $row)) (v128.load offset=112 (local.get $q)) (local.get $d)))
          (local.set $row (i32.add (local.get $row) (i32.const 128)))
          (local.set $q (i32.add (local.get $q) (i32.const 128)))
          (br_if $part (i32.lt_u (local.get $row) (local.get $rowEnd))))
        (local.set $a (i32x4.add (i32x4.add (local.get $a) (local.get $b)) (i32x4.add (local.get $c) (local.get $d))))
        (local.set $a (i32x4.add (local.get $a) (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $a) (local.get $a))))
        (f32.store (local.get $out)
          (f32.mul
            (f32.convert_i32_s
              (i32.sub
                (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                (i32.load (local.get $sums))))
            (f32.load (local.get $scales))))
        (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $rows)))))
