#!/usr/bin/env python3
"""Writes a llama-architecture GGUF file with random weights (seeded), small enough for one CPU core.

The weights mean nothing; the work of a step (matrix products, KV cache, sampling) is that of a real model of this shape.
Random weights would emit byte sequences that are not UTF-8, which the server refuses to send. So dimension 0 of every
embedding is 10, dimension 0 of the output matrix is 0, and -10 for byte tokens other than newline and printable ASCII:
those are never chosen.
"""
import json
import sys

import gguf
import numpy as np

SHAPE = dict(vocabulary=512, hidden=512, layers=8, heads=8, kv_heads=4, feed_forward=1536, context=8192)


def vocabulary(size):
    tokens = [("<unk>", 2), ("<s>", 3), ("</s>", 3)]
    tokens += [(f"<0x{byte:02X}>", 6) for byte in range(256)]
    tokens += [(f"\u2581w{index:03d}", 1) for index in range(size - len(tokens))]
    return tokens


def main(path):
    shape = SHAPE
    rng = np.random.default_rng(20261130)
    hidden, ffn, head = shape["hidden"], shape["feed_forward"], shape["hidden"] // shape["heads"]
    tokens = vocabulary(shape["vocabulary"])

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("random-llama-8x512")
    writer.add_context_length(shape["context"])
    writer.add_embedding_length(hidden)
    writer.add_block_count(shape["layers"])
    writer.add_feed_forward_length(ffn)
    writer.add_head_count(shape["heads"])
    writer.add_head_count_kv(shape["kv_heads"])
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(head)
    writer.add_file_type(0)
    writer.add_tokenizer_model("llama")
    writer.add_token_list([text for text, _ in tokens])
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([kind for _, kind in tokens])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)

    def matrix(rows, columns):
        return (rng.standard_normal((rows, columns)) / np.sqrt(columns)).astype(np.float32)

    embedding = matrix(len(tokens), hidden)
    embedding[:, 0] = 10.0
    output = matrix(len(tokens), hidden)
    output[:, 0] = 0.0
    for index, (_, kind) in enumerate(tokens):
        byte = index - 3
        if kind == 6 and byte != 10 and not 32 <= byte < 127:
            output[index, 0] = -10.0
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", np.ones(hidden, np.float32))
    for layer in range(shape["layers"]):
        at = f"blk.{layer}."
        writer.add_tensor(at + "attn_norm.weight", np.ones(hidden, np.float32))
        writer.add_tensor(at + "ffn_norm.weight", np.ones(hidden, np.float32))
        writer.add_tensor(at + "attn_q.weight", matrix(hidden, hidden))
        writer.add_tensor(at + "attn_k.weight", matrix(shape["kv_heads"] * head, hidden))
        writer.add_tensor(at + "attn_v.weight", matrix(shape["kv_heads"] * head, hidden))
        writer.add_tensor(at + "attn_output.weight", 0.1 * matrix(hidden, hidden))
        writer.add_tensor(at + "ffn_gate.weight", matrix(ffn, hidden))
        writer.add_tensor(at + "ffn_up.weight", matrix(ffn, hidden))
        writer.add_tensor(at + "ffn_down.weight", 0.1 * matrix(hidden, ffn))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()

    # The same shape as a Hugging Face config.json, which `accelprep size` and `audit` read.
    config = dict(architectures=["LlamaForCausalLM"], model_type="llama", hidden_size=hidden, intermediate_size=ffn,
                  num_hidden_layers=shape["layers"], num_attention_heads=shape["heads"],
                  num_key_value_heads=shape["kv_heads"], head_dim=head, vocab_size=shape["vocabulary"],
                  max_position_embeddings=shape["context"], tie_word_embeddings=False, torch_dtype="float32")
    with open("config.json", "w", encoding="utf-8") as file:
        json.dump(config, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
