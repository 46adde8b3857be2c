"""Writes the weights of a tiny model that has learned nothing but can be served.

    python tiny_model.py LLAMA_CPP_SOURCE FOLDER

puts `tiny.gguf`, a text model with random weights and a real vocabulary, and
`mmproj.gguf`, the part that looks at pictures, into the folder. The same seed
gives the same weights.
"""

import sys
from pathlib import Path

import numpy as np

SOURCE, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "gguf-py"))

import gguf  # noqa: E402

WIDTH, INNER, BLOCKS, HEADS, CONTEXT = 32, 64, 2, 2, 16384
IMAGE, PATCH = 56, 14
random = np.random.default_rng(1)


def weight(*shape):
    return (random.standard_normal(shape) * 0.05).astype(np.float32)


def ones(*shape):
    return np.ones(shape, dtype=np.float32)


def copy_vocabulary(writer):
    """Copies every field of a tokenizer; tells how many tokens it has."""
    vocabulary = gguf.GGUFReader(SOURCE / "models" / "ggml-vocab-qwen2.gguf")
    count = 0
    for name, field in vocabulary.fields.items():
        if not name.startswith("tokenizer.") or name == "tokenizer.chat_template":
            continue
        value = field.contents()
        if name == "tokenizer.ggml.tokens":
            count = len(value)
        if isinstance(value, list):
            writer.add_array(name, value)
        else:
            writer.add_key_value(name, value, field.types[0])
    return count


def write(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_text_model():
    writer = gguf.GGUFWriter(FOLDER / "tiny.gguf", "llama")
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(BLOCKS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_file_type(0)
    tokens = copy_vocabulary(writer)
    writer.add_vocab_size(tokens)
    writer.add_tensor("token_embd.weight", weight(tokens, WIDTH))
    writer.add_tensor("output_norm.weight", ones(WIDTH))
    writer.add_tensor("output.weight", weight(tokens, WIDTH))
    for block in range(BLOCKS):
        name = f"blk.{block}."
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{name}{part}.weight", ones(WIDTH))
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"{name}{part}.weight", weight(WIDTH, WIDTH))
        for part in ("ffn_gate", "ffn_up"):
            writer.add_tensor(f"{name}{part}.weight", weight(INNER, WIDTH))
        writer.add_tensor(f"{name}ffn_down.weight", weight(WIDTH, INNER))
    write(writer)


def write_eyes():
    writer = gguf.GGUFWriter(FOLDER / "mmproj.gguf", "clip")
    writer.add_type("mmproj")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "mlp")
    writer.add_bool("clip.use_gelu", True)
    for name, number in {
        "image_size": IMAGE,
        "patch_size": PATCH,
        "embedding_length": WIDTH,
        "feed_forward_length": INNER,
        "block_count": BLOCKS,
        "projection_dim": WIDTH,
        "attention.head_count": HEADS,
    }.items():
        writer.add_uint32(f"clip.vision.{name}", number)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-5)
    for name in ("image_mean", "image_std"):
        writer.add_array(f"clip.vision.{name}", [0.5, 0.5, 0.5])
    writer.add_file_type(0)
    writer.add_tensor("v.patch_embd.weight", weight(WIDTH, 3, PATCH, PATCH))
    writer.add_tensor("v.class_embd", weight(WIDTH))
    writer.add_tensor("v.position_embd.weight", weight((IMAGE // PATCH) ** 2 + 1, WIDTH))
    for norm in ("v.pre_ln", "v.post_ln"):
        writer.add_tensor(f"{norm}.weight", ones(WIDTH))
        writer.add_tensor(f"{norm}.bias", weight(WIDTH))
    for block in range(BLOCKS):
        name = f"v.blk.{block}."
        for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
            writer.add_tensor(f"{name}{part}.weight", weight(WIDTH, WIDTH))
            writer.add_tensor(f"{name}{part}.bias", weight(WIDTH))
        for part in ("ln1", "ln2"):
            writer.add_tensor(f"{name}{part}.weight", ones(WIDTH))
            writer.add_tensor(f"{name}{part}.bias", weight(WIDTH))
        writer.add_tensor(f"{name}ffn_up.weight", weight(INNER, WIDTH))
        writer.add_tensor(f"{name}ffn_up.bias", weight(INNER))
        writer.add_tensor(f"{name}ffn_down.weight", weight(WIDTH, INNER))
        writer.add_tensor(f"{name}ffn_down.bias", weight(WIDTH))
    for part in ("mm.0", "mm.2"):
        writer.add_tensor(f"{part}.weight", weight(WIDTH, WIDTH))
        writer.add_tensor(f"{part}.bias", weight(WIDTH))
    write(writer)


write_text_model()
write_eyes()
