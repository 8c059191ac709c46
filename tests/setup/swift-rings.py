"""Places the data of accounts, containers and objects on three devices: swift-rings.py FOLDER PORT PORT PORT"""

import os
import sys

from swift.common.ring import RingBuilder

folder, *ports = sys.argv[1:]
for kind, port in zip(("account", "container", "object"), ports):
    builder = RingBuilder(part_power=4, replicas=3, min_part_hours=1)
    for number in range(1, 4):
        device = f"device-{number}"
        os.makedirs(f"{folder}/devices/{device}", exist_ok=True)
        # Swift keeps metadata there. Fails here if the file system has none.
        os.setxattr(f"{folder}/devices/{device}", "user.swift.test", b"1")
        place = {"ip": "127.0.0.1", "port": int(port)}
        replication = {"replication_ip": place["ip"], "replication_port": place["port"]}
        builder.add_dev({"region": 1, "zone": number, "device": device, "weight": 1, **place, **replication})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")
